// What a person wants to see of a graph: what holds some words, what changed, what the prompts held, what touches one entity.
// Nothing moves: what is not wanted is left out.

const CHANGED = new Set(["added", "removed", "only_a", "only_b"]);

/** Subject, relation and object of an edge, in full; the last line of its title says what became of it. */
function namesIn(edge) {
  return edge.title.slice(0, edge.title.lastIndexOf("\n"));
}

class Focus {
  /** `changed()` is called when a person wants to see something else; a graph that `remembers` belongs to an episode. */
  constructor(changed, remembers) {
    this.changed = changed;
    this.around = null;
    this.bar = make("div", "nl-graph-bar nl-focus");
    this.field = this.bar.appendChild(make("input", "nl-filter"));
    this.field.type = "search";
    this.field.placeholder = "Filter by entity or relation";
    this.field.setAttribute("aria-label", "Show only triplets that hold these words");
    this.chip = this.bar.appendChild(make("button", "nl-small-button"));
    this.chip.type = "button";
    this.chip.hidden = true;
    this.chip.title = "Show all again";
    this.changes = this.box(remembers ? "only what changed" : "only what differs");
    this.prompts = this.box("only what the prompts held");
    this.prompts.label.hidden = !remembers;
    this.told = this.bar.appendChild(make("span", "nl-dim"));
    this.told.setAttribute("role", "status");
    this.field.addEventListener("input", changed);
    onKeys(this.bar, (event) => {
      event.stopPropagation(); // what is typed here is not for the shortcuts of the page
      if (event.key === "Escape") this.clear();
    });
    this.chip.addEventListener("click", () => this.near(null));
  }

  box(words) {
    const label = this.bar.appendChild(make("label", "nl-switch"));
    const box = label.appendChild(make("input"));
    box.type = "checkbox";
    label.append(` ${words}`);
    box.addEventListener("change", this.changed);
    return { label, box };
  }

  get words() {
    return this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
  }

  get active() {
    return Boolean(this.words.length || this.changes.box.checked || this.prompts.box.checked || this.around);
  }

  /** Only what touches a node; null for all again. */
  near(node) {
    this.around = node;
    this.chip.hidden = !node;
    this.chip.textContent = node ? `around ${node.label} ✕` : "";
    if (node) this.chip.focus({ preventScroll: true }); // so that Escape takes it away
    this.changed();
  }

  clear() {
    this.field.value = "";
    this.changes.box.checked = this.prompts.box.checked = false;
    this.near(null);
  }

  /** The part of a scene that is wanted. */
  of(scene) {
    this.told.textContent = "";
    if (!this.active) return scene;
    const [words, came, shown] = [this.words, new Set(scene.came.map(([id]) => id)), new Set(scene.shown)];
    const wanted = (edge) => {
      if (this.changes.box.checked && !CHANGED.has(edge.status) && !came.has(edge.id)) return false;
      if (this.prompts.box.checked && !shown.has(edge.id)) return false;
      if (this.around && edge.source !== this.around.id && edge.target !== this.around.id) return false;
      if (!words.length) return true;
      const text = namesIn(edge).toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const edges = scene.edges.filter(wanted);
    const ends = new Set(edges.flatMap((edge) => [edge.source, edge.target]));
    this.told.textContent = `${edges.length.toLocaleString("en")} of ${scene.edges.length.toLocaleString("en")} triplets`;
    return { ...scene, nodes: scene.nodes.filter((node) => ends.has(node.id)), edges };
  }
}

