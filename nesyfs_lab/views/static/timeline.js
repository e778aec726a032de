// The steps of an episode as a row of marks. Used by the workbench's widget (timeline_view.js) and by the exported page (page.js).
// Texts of a world go to textContent and to attributes, never to innerHTML.

class Timeline {
  /** `choose(index)` is called when a person picks a step by click or key. */
  constructor(parent, choose) {
    this.choose = choose;
    this.buttons = [];
    this.current = -1;
    this.playing = null;
    this.seeing = 0;
    this.root = parent.appendChild(document.createElement("div"));
    this.root.className = "nl-timeline";
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "Steps of the episode; arrow keys go from step to step, space plays");
    onKeys(this.root, (event) => this.pressed(event));
  }

  /** Marks that stand there already are kept, and with them what has the focus. */
  draw(marks) {
    while (this.buttons.length > marks.length) this.buttons.pop().remove();
    marks.forEach((mark, index) => this.write(this.buttons[index] || this.add(index), mark));
  }

  add(index) {
    const button = this.root.appendChild(document.createElement("button"));
    button.type = "button";
    button.tabIndex = -1;
    button.appendChild(document.createElement("span")).className = "nl-number";
    button.appendChild(document.createElement("span"));
    button.addEventListener("click", () => this.go(index));
    this.buttons.push(button);
    return button;
  }

  write(button, mark) {
    button.className = `nl-mark nl-${mark.name}`;
    button.title = mark.words;
    button.setAttribute("aria-label", mark.words);
    button.firstChild.textContent = mark.step;
    button.lastChild.textContent = mark.sign;
  }

  /** Show which step is shown; only that one is reached by Tab. */
  point(index) {
    const before = this.buttons[this.current];
    if (before) {
      before.removeAttribute("aria-current");
      before.tabIndex = -1;
    }
    this.current = index;
    const now = this.buttons[index];
    if (!now) return;
    now.setAttribute("aria-current", "step");
    now.tabIndex = 0;
    if (this.root.contains(document.activeElement)) now.focus({ preventScroll: true });
    this.seeing ||= requestAnimationFrame(() => this.see()); // places are known then; to ask now would lay out the page twice
  }

  /** Scroll to the current mark. Only the row scrolls: scrollIntoView would move the notebook, too. */
  see() {
    this.seeing = 0;
    const now = this.buttons[this.current];
    if (!now) return;
    // Offsets count from the row, which is positioned; 4 pixels more show the mark's outline.
    const [left, right] = [now.offsetLeft - 4, now.offsetLeft + now.offsetWidth + 4];
    if (left < this.root.scrollLeft) this.root.scrollLeft = left;
    else if (right > this.root.scrollLeft + this.root.clientWidth) this.root.scrollLeft = right - this.root.clientWidth;
  }

  go(index) {
    if (!this.buttons.length) return;
    this.choose(Math.max(0, Math.min(this.buttons.length - 1, index)));
  }

  play() {
    if (this.playing !== null) {
      clearInterval(this.playing);
      this.playing = null;
      return;
    }
    if (this.current >= this.buttons.length - 1) this.go(0);
    this.playing = setInterval(() => (this.current < this.buttons.length - 1 ? this.go(this.current + 1) : this.play()), 1500);
  }

  pressed(event) {
    const ways = {
      ArrowLeft: () => this.go(this.current - 1),
      ArrowRight: () => this.go(this.current + 1),
      Home: () => this.go(0),
      End: () => this.go(this.buttons.length - 1),
      " ": () => this.play(),
    };
    if (!ways[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has its own use for these keys
    ways[event.key]();
  }

  close() {
    cancelAnimationFrame(this.seeing);
    if (this.playing !== null) clearInterval(this.playing);
  }
}
