// A plan as lines of descent, in SVG. Columns come from plan_scene.py: tau = 1 is the origin, the one after tau = L the draw.
// Every particle is a button; texts of a model go to textContent and to attributes, never to innerHTML.

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 56; // height of the columns' titles
const ORIGIN = 26; // x of the origin
const FIRST = 96; // x of tau = 2
const PORT = 54; // from a dot to where its copies part; weight and copies are written above this line
const COLOURS = 6; // of lineages: --nl-lineage-0 …
const METER = 54; // width of the meter of the effective sample size

function shape(parent, name, attributes = {}, text) {
  const el = parent.appendChild(document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  if (text !== undefined) el.textContent = text;
  return el;
}

const keyOf = (tau, slot) => `${tau}:${slot}`;

class PlanPicture {
  /** `choose(tau, slot)` is called when a person picks a particle by click or key. */
  constructor(parent, choose) {
    this.choose = choose;
    this.picked = [1, 0];
    this.root = parent.appendChild(make("div", "nl-plan-picture"));
    onKeys(this.root, (event) => this.pressed(event));
  }

  draw(scene) {
    const focused = this.root.contains(document.activeElement);
    this.scene = scene;
    this.row = scene.n <= 8 ? 34 : scene.n <= 16 ? 27 : scene.n <= 32 ? 21 : 14;
    this.pitch = scene.columns.length <= 6 ? 94 : 88;
    this.largest = Math.max(1e-9, ...scene.columns.flatMap((column) => column.cells.map((cell) => cell.weight || 0)));
    const width = this.x(scene.columns.length + 1) + (scene.done ? 172 : 70);
    const height = Math.max(scene.n, 1) * this.row + 10;
    const paper = (high, classes) => shape(this.root, "svg", { width, height: high, class: classes });
    this.root.replaceChildren();
    this.head(paper(HEAD, "nl-plan-head"));
    const body = paper(height, "nl-plan-body");
    body.setAttribute("role", "group");
    body.setAttribute("aria-label", "Particles of the plan; arrow keys go along a lineage and from slot to slot");
    const [under, lines, texts, dots] = ["", "", "nl-plan-texts", ""].map((classes) => shape(body, "g", { class: classes }));
    this.lines = [];
    this.dots = new Map();
    const roots = [...new Set(scene.columns.flatMap((c) => c.cells.filter((cell) => cell.alive).map((cell) => cell.root)))];
    this.rank = new Map(roots.sort((a, b) => a - b).map((root, i) => [root, i % COLOURS]));
    this.dot(dots, 1, 0, { words: "The origin, tau 1" });
    scene.columns.forEach((column, i) => {
      const last = scene.done && i === scene.columns.length - 1;
      if (column.resampled) {
        const x = this.x(column.tau) + PORT;
        shape(under, "line", { x1: x, x2: x, y1: 0, y2: height, class: "nl-plan-resampled" });
      }
      column.cells.forEach((cell, slot) => {
        this.line(under, lines, column.tau, slot, cell);
        this.dot(dots, column.tau, slot, { ...cell, last, words: this.words(column, cell, slot, last) });
        this.texts(texts, column, slot, cell, last);
      });
    });
    this.point(...this.picked, focused);
  }

  x(tau) {
    return tau === 1 ? ORIGIN : FIRST + (tau - 2) * this.pitch;
  }

  y(tau, slot) {
    return tau === 1 ? (this.scene.n * this.row) / 2 + 5 : slot * this.row + this.row / 2 + 5;
  }

  radius(weight) {
    return Math.max(3, (Math.min(this.row, 30) / 2 - 3) * Math.sqrt(weight / this.largest)); // area = weight
  }

  head(paper) {
    const title = (x, text) => shape(paper, "text", { x, y: 16, class: "nl-plan-title" }, text);
    title(ORIGIN, "τ = 1");
    shape(paper, "text", { x: ORIGIN, y: 32, class: "nl-plan-note" }, "origin");
    this.scene.columns.forEach((column, i) => {
      const x = this.x(column.tau);
      if (this.scene.done && i === this.scene.columns.length - 1) {
        title(x - 5, "draw").classList.add("nl-plan-start");
        shape(paper, "text", { x: x - 5, y: 32, class: "nl-plan-note nl-plan-start" }, "with the first action of each");
        return;
      }
      title(x, `τ = ${column.tau}`);
      if (column.resampled) shape(paper, "text", { x: x + PORT, y: 16, class: "nl-plan-title nl-no" }, "↻");
      if (column.ess === null) return shape(paper, "text", { x, y: 32, class: "nl-plan-note" }, "moving …");
      this.meter(paper, x - METER / 2, column);
    });
  }

  /** The effective sample size as a bar from 0 to N, with a mark at the threshold below which the plan resamples. */
  meter(paper, x, column) {
    const { n } = this.scene;
    const group = shape(paper, "g");
    const ess = column.ess.toFixed(2);
    const rule = column.threshold === null ? "" : column.threshold === n ? ", always resampled" : `, resampled below ${column.threshold.toFixed(2)}`;
    shape(group, "title", {}, `Effective sample size ${ess} of ${n}${rule}`);
    shape(group, "text", { x: x + METER / 2, y: 32, class: "nl-plan-note" }, `ESS ${ess}`);
    shape(group, "rect", { x, y: 38, width: METER, height: 8, class: "nl-plan-meter" });
    shape(group, "rect", { x, y: 38, width: (METER * column.ess) / n, height: 8, class: "nl-plan-ess" });
    if (column.threshold === null) return;
    const at = x + (METER * column.threshold) / n;
    shape(group, "line", { x1: at, x2: at, y1: 34, y2: 50, class: "nl-plan-threshold" });
  }

  line(under, lines, tau, slot, cell) {
    const [fromX, fromY] = [this.x(tau - 1) + (tau === 2 ? 8 : PORT), this.y(tau - 1, cell.parent)];
    const [toX, toY] = [this.x(tau), this.y(tau, slot)];
    const bend = (toX - fromX) / 2;
    this.path(under, lines, `M${fromX} ${fromY}C${fromX + bend} ${fromY} ${toX - bend} ${toY} ${toX} ${toY}`, cell, [tau, slot], true);
    if (cell.copies === null) return;
    this.path(under, lines, `M${toX} ${toY}H${toX + PORT}`, { ...cell, alive: cell.alive && cell.copies > 0 }, [tau, slot], false);
  }

  /** `incoming`: the line leads to the particle; otherwise it leads away from it, to its copies. */
  path(under, lines, d, cell, to, incoming) {
    if (cell.chosen) this.lines.push({ el: shape(under, "path", { d, class: "nl-plan-halo" }), to, incoming });
    const el = shape(lines, "path", { d, class: `nl-plan-line${cell.alive ? "" : " nl-plan-dead"}` });
    if (cell.alive) el.style.stroke = `var(--nl-lineage-${this.rank.get(cell.root)})`;
    this.lines.push({ el, to, incoming });
  }

  dot(parent, tau, slot, cell) {
    const [x, y] = [this.x(tau), this.y(tau, slot)];
    const radius = tau === 1 ? 8 : cell.last ? (cell.chosen ? 10 : 4.5) : cell.weight === null ? 5 : this.radius(cell.weight);
    const attributes = { class: "nl-plan-dot", role: "button", tabindex: -1, "aria-label": cell.words, "aria-pressed": "false" };
    const group = shape(parent, "g", attributes);
    shape(group, "title", {}, cell.words);
    shape(group, "circle", { cx: x, cy: y, r: Math.max(this.row / 2, 9), class: "nl-plan-hit" });
    shape(group, "circle", { cx: x, cy: y, r: radius + 4, class: "nl-plan-ring" });
    if (cell.last && cell.chosen) {
      shape(group, "text", { x, y: y + 7, class: "nl-plan-star" }, "★");
    } else {
      const filled = cell.progress || cell.last || tau === 1;
      shape(group, "circle", { cx: x, cy: y, r: radius, class: `nl-plan-body-dot${filled ? " nl-plan-filled" : ""}` });
    }
    group.addEventListener("click", () => this.pick(tau, slot));
    this.dots.set(keyOf(tau, slot), group);
  }

  /** Above the line that leaves a dot: its weight, and how often it was copied. At the draw: the action. */
  texts(parent, column, slot, cell, last) {
    const [x, y] = [this.x(column.tau), this.y(column.tau, slot)];
    if (last) {
      if (this.row < 20 && !cell.chosen) return;
      const text = shape(parent, "text", { x: x + 16, y: y + 4, class: `nl-plan-action${cell.chosen ? " nl-plan-played" : ""}` });
      text.textContent = cell.action.length > 25 ? `${cell.action.slice(0, 24)}…` : cell.action;
      return;
    }
    if (column.tau === 2 && this.row >= 20) shape(parent, "text", { x: x - 20, y: y + 4, class: "nl-plan-note" }, slot);
    if (cell.weight === null || this.row < 20) return;
    const text = shape(parent, "text", { x: x + 15, y: y - (this.row < 27 ? 4 : 6), class: "nl-plan-weight" }, cell.weight.toFixed(2).replace(/^0/, ""));
    const died = column.resampled && cell.copies === 0;
    if (column.resampled && cell.copies > 0) shape(text, "tspan", { dx: 4, class: "nl-plan-copies" }, `×${cell.copies}`);
    if (died) shape(parent, "text", { x: x + PORT - 1, y: y + 5, class: "nl-plan-death" }, "†");
  }

  words(column, cell, slot, last) {
    if (last) return `${cell.chosen ? "★ Chosen: slot" : "Slot"} ${slot} of the draw; first action: ${cell.action}`;
    const parts = [`τ = ${column.tau}, slot ${slot}: ${cell.action}`, cell.progress ? "progress" : "no progress"];
    if (cell.weight !== null) parts.push(`weight ${cell.weight.toFixed(3)}`);
    if (column.resampled) parts.push(cell.copies ? `${cell.copies} cop${cell.copies === 1 ? "y" : "ies"}` : "dies here");
    if (cell.chosen) parts.push("in the chosen lineage");
    return parts.join(", ");
  }

  cellsOf(tau) {
    const column = this.scene.columns[tau - 2];
    return column ? column.cells : [];
  }

  parentOf(tau, slot) {
    return tau === 2 ? [1, 0] : [tau - 1, this.cellsOf(tau)[slot].parent];
  }

  childrenOf(tau, slot) {
    return this.cellsOf(tau + 1).flatMap((cell, i) => (tau === 1 || cell.parent === slot ? [[tau + 1, i]] : []));
  }

  /** Keys of a particle's ancestors, itself and its descendants. */
  kin(tau, slot) {
    const found = new Set([keyOf(tau, slot)]);
    for (let [t, s] = [tau, slot]; t > 1; [t, s] = this.parentOf(t, s)) found.add(keyOf(...this.parentOf(t, s)));
    const waiting = this.childrenOf(tau, slot);
    while (waiting.length) {
      const next = waiting.pop();
      found.add(keyOf(...next));
      waiting.push(...this.childrenOf(...next));
    }
    return found;
  }

  /** Show which particle is picked; only that one is reached by Tab. */
  point(tau, slot, focus) {
    if (!this.scene || !this.dots.has(keyOf(tau, slot))) return;
    const before = this.dots.get(keyOf(...this.picked));
    if (before) {
      before.setAttribute("aria-pressed", "false");
      before.setAttribute("tabindex", -1);
    }
    this.picked = [tau, slot];
    const kin = this.kin(tau, slot);
    for (const [key, dot] of this.dots) dot.classList.toggle("nl-plan-far", !kin.has(key));
    for (const { el, to } of this.lines) el.classList.toggle("nl-plan-far", !kin.has(keyOf(...to)));
    const now = this.dots.get(keyOf(tau, slot));
    now.setAttribute("aria-pressed", "true");
    now.setAttribute("tabindex", 0);
    if (focus) now.focus({ preventScroll: true });
    this.reveal(tau, slot);
  }

  /** Only the picture scrolls: scrollIntoView would move the notebook, too. */
  reveal(tau, slot) {
    const [x, y] = [this.x(tau), this.y(tau, slot)];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.root;
    if (!clientWidth) return;
    if (x - 40 < scrollLeft) this.root.scrollLeft = x - 40;
    else if (x + 60 > scrollLeft + clientWidth) this.root.scrollLeft = x + 60 - clientWidth;
    if (y - this.row < scrollTop) this.root.scrollTop = y - this.row;
    else if (HEAD + y + this.row > scrollTop + clientHeight) this.root.scrollTop = HEAD + y + this.row - clientHeight;
  }

  pick(tau, slot) {
    if (!this.dots.has(keyOf(tau, slot))) return;
    this.point(tau, slot, true);
    this.choose(tau, slot);
  }

  pressed(event) {
    if (!this.scene) return;
    const [tau, slot] = this.picked;
    const ways = {
      ArrowLeft: () => (tau > 1 ? this.parentOf(tau, slot) : null),
      ArrowRight: () => this.heirOf(tau, slot),
      ArrowUp: () => [tau, slot - 1],
      ArrowDown: () => [tau, slot + 1],
      Home: () => [1, 0],
      End: () => this.scene.columns.length && this.endOf(),
      Enter: () => [tau, slot],
      " ": () => [tau, slot],
    };
    if (!ways[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has its own use for these keys
    const next = ways[event.key]();
    if (next) this.pick(...next);
  }

  /** The descendant that a key goes to: the chosen one where there is one. */
  heirOf(tau, slot) {
    const children = this.childrenOf(tau, slot);
    return children.find(([t, s]) => this.cellsOf(t)[s].chosen) || children[0];
  }

  endOf() {
    const tau = this.scene.columns.length + 1;
    return [tau, Math.max(0, this.cellsOf(tau).findIndex((cell) => cell.chosen))];
  }
}
