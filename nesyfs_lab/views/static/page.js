// One episode in one file: a timeline, and below it what each step shows. `render` of graph_view.js, the graph, and `Timeline` of
// timeline.js stand above this script in the page. HTML comes from the workbench's own panels, where every text is escaped.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** What the graph's widget asks of its kernel, answered from the file. */
class Model {
  constructor(values, changed) {
    this.values = values;
    this.changed = changed;
    this.handlers = {};
  }
  get(name) {
    return this.values[name];
  }
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    (this.handlers[`change:${name}`] || []).forEach((handler) => handler());
  }
  save_changes() {
    this.changed();
  }
  on(event, handler) {
    (this.handlers[event] ||= []).push(handler);
  }
  off() {}
}

function element(name, classes, parent) {
  const made = document.createElement(name);
  made.className = classes;
  parent?.append(made);
  return made;
}

function themeFollows(query) {
  const apply = () => (document.body.dataset.jpThemeLight = String(!query.matches));
  query.addEventListener("change", apply);
  apply();
}

const root = document.getElementById("episode");
themeFollows(window.matchMedia("(prefers-color-scheme: dark)"));
const record = await unpacked(document.getElementById("record").textContent);
const steps = record.steps;

const timeline = new Timeline(root, (index) => show(index));
timeline.draw(steps.map((step) => step.mark));
const hint = element("p", "nl-dim", root);
hint.textContent = "Arrow keys: step by step. Home, End: first, last. Space: play, stop.";
const line = element("div", "", root);

const bar = element("div", "nl-tabs", root);
bar.setAttribute("role", "tablist");
const TITLES = ["Belief", "Decision", "Plan"];
const panels = TITLES.map(() => element("section", "nl-tab-panel", root));
const tabs = TITLES.map((title, index) => {
  const tab = element("button", "nl-tab", bar);
  tab.type = "button";
  tab.textContent = title;
  tab.setAttribute("role", "tab");
  tab.addEventListener("click", () => open(index));
  return tab;
});

let shown = -1;
const graph = new Model(
  { marks: record.marks, height: "440px", comparable: record.comparable, compare: false, show_all: false, selected: -1, dark: false, scene: {} },
  () => scene(),
);

function scene() {
  const step = steps[shown];
  if (!step) return;
  const drawn = graph.get("compare") && step.truth ? step.truth : step.scene;
  graph.set("scene", { ...drawn, hidden: 0 }); // the caption says what is hidden; the file does not hold it
}

function show(index) {
  shown = index;
  timeline.point(index);
  line.innerHTML = steps[index].line;
  panels[1].innerHTML = steps[index].decision;
  panels[2].innerHTML = steps[index].plan;
  scene();
}

function open(index) {
  tabs.forEach((tab, i) => tab.setAttribute("aria-selected", String(i === index)));
  panels.forEach((panel, i) => (panel.hidden = i !== index));
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, summary") || (event.key === " " && event.target.matches("button"))) return; // theirs
  timeline.pressed(event);
});

await render({ model: graph, el: panels[0] });
open(0);
if (steps.length) show(0);
else line.textContent = "No step was played.";
