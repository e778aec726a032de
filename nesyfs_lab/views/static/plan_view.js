// A plan and one of its particles; `PlanPicture` and `particleOf` stand above this script.

const SIGNS = [
  "● progress ○ none, size: weight before resampling",
  "★ and outline: chosen",
  "×2: copies after resampling",
  "† dies: no copy; dotted: died out",
  "↻ and dashed: resampled",
  "bar: ESS of N, with the threshold",
];

const SCROLLING = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", " "]);

function captionOf(scene) {
  const caption = make("p", "nl-plan-plays");
  caption.append(make("b", "", scene.name), scene.name ? " " : "", make("span", "nl-dim", scene.settings));
  if (!scene.done) {
    caption.append(make("div", "", "Still planning …"));
    return caption;
  }
  const plays = caption.appendChild(make("div", "", "plays "));
  plays.append(make("bdi", "nl-code", scene.action));
  if (scene.tally.length > 1) plays.append(make("span", "nl-dim", `, drawn from ${scene.tally.join(", ")}`));
  return caption;
}

function render({ model, el }) {
  const root = el.appendChild(make("div", "nl-panel nl-plan"));
  const caption = root.appendChild(make("div"));
  caption.setAttribute("role", "status");
  const parts = root.appendChild(make("div", "nl-plan-parts"));
  const left = parts.appendChild(make("div", "nl-plan-left"));
  const picture = new PlanPicture(left, (tau, slot) => {
    model.set("picked", [tau, slot]);
    model.save_changes();
  });
  const legend = left.appendChild(make("ul", "nl-legend nl-dim"));
  legend.append(...SIGNS.map((words) => make("li", "", words)));
  const side = parts.appendChild(make("div", "nl-plan-side"));
  side.setAttribute("role", "region");
  side.setAttribute("aria-label", "The picked particle");
  side.setAttribute("aria-live", "polite");
  side.tabIndex = 0; // it scrolls
  onKeys(side, (event) => SCROLLING.has(event.key) && event.stopPropagation());

  const draw = () => {
    const scene = model.get("scene");
    root.hidden = !scene.columns;
    if (!scene.columns) return;
    caption.replaceChildren(captionOf(scene));
    root.classList.toggle("nl-plan-wide", scene.columns.length > 6);
    picture.picked = model.get("picked");
    picture.draw(scene);
  };
  const point = () => picture.point(...model.get("picked"), false);
  const tell = () => {
    const particle = model.get("particle");
    side.replaceChildren(...(particle.way ? [particleOf(particle)] : []));
    side.scrollTop = 0;
  };
  const heard = { "change:scene": draw, "change:picked": point, "change:particle": tell };
  for (const [name, react] of Object.entries(heard)) model.on(name, react);
  draw();
  tell();
  const sized = new ResizeObserver(() => {
    if (!left.clientWidth) return; // a closed tab: nothing can be scrolled into view yet
    sized.disconnect();
    point();
  });
  sized.observe(left);
  return () => {
    sized.disconnect();
    for (const [name, react] of Object.entries(heard)) model.off(name, react);
  };
}
