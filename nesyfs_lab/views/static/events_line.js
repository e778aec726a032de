// The events inside one step as a row of signs; two lines are seen, more scroll. Used by the workbench's widget (events_line_view.js)
// and by the exported page (page.js); elements.js and keys.js stand above. Texts of a world go to textContent and to attributes, never
// to innerHTML.

class EventsLine {
  /** `open(title)` is called with the panel of the event that a person picks by click or key. */
  constructor(parent, open) {
    this.open = open;
    this.step = -1;
    this.events = [];
    this.reached = 0; // the one that Tab goes to
    this.root = parent.appendChild(make("div", "nl-events"));
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "Events of the shown step; arrow keys go from event to event, Enter opens what shows it");
    onKeys(this.root, (event) => this.pressed(event));
  }

  /** A step in progress only gains events: the row then goes along with the newest. */
  draw({ step, events }) {
    const buttons = this.root.children;
    const grows = step === this.step && events.length > this.events.length;
    const held = this.root.contains(document.activeElement);
    this.step = step;
    this.events = events;
    while (buttons.length > events.length) this.root.lastChild.remove();
    events.forEach((event, index) => this.write(buttons[index] || this.add(index), event));
    this.reach(Math.min(this.reached, Math.max(0, events.length - 1)), held);
    cancelAnimationFrame(this.following);
    if (grows || !held) this.follow(grows ? Infinity : 0);
  }

  /** Scroll when the page has laid out the row: to ask it before would lay it out twice. */
  follow(top) {
    this.following = requestAnimationFrame(() => (this.root.scrollTop = Math.min(top, this.root.scrollHeight)));
  }

  add(index) {
    const button = this.root.appendChild(make("button", "nl-event"));
    button.type = "button";
    button.append(make("span"), make("span"));
    button.addEventListener("click", () => {
      this.reach(index, true);
      this.open(this.events[index].panel);
    });
    return button;
  }

  write(button, event) {
    button.title = event.words;
    button.setAttribute("aria-label", event.words);
    button.firstChild.textContent = event.sign;
    button.firstChild.style.color = `var(--nl-event-${event.name})`;
    button.lastChild.textContent = event.word;
  }

  /** Only one of them is reached by Tab. */
  reach(index, focus) {
    this.reached = index;
    [...this.root.children].forEach((button, i) => (button.tabIndex = i === index ? 0 : -1));
    if (focus) this.root.children[index]?.focus();
  }

  pressed(event) {
    const last = this.events.length - 1;
    const [before, after] = [this.reached - 1, this.reached + 1];
    const ways = { ArrowLeft: before, ArrowUp: before, ArrowRight: after, ArrowDown: after, Home: 0, End: last };
    if (event.key in ways) {
      event.preventDefault();
      this.reach(Math.max(0, Math.min(last, ways[event.key])), true);
    } else if (event.key !== "Enter" && event.key !== " ") {
      return; // of these two the button makes a click
    }
    event.stopPropagation(); // the notebook has its own use for these keys
  }
}
