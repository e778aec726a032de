// The belief as a graph that stays put while one steps. `visNetwork` stands above this script.
// Nodes and edges come as plain values (graph_scene.py); all text goes to a canvas or to textContent, never to innerHTML.

const SVG = "http://www.w3.org/2000/svg";

function isDark() {
  return document.body.dataset.jpThemeLight === "false";
}

function themeOf(el) {
  const style = getComputedStyle(el);
  const read = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  const dark = isDark();
  return {
    dark,
    text: read("--jp-ui-font-color1", dark ? "#eee" : "#222"),
    paper: read("--jp-layout-color1", dark ? "#111" : "#fff"),
    raised: read("--jp-layout-color2", dark ? "#333" : "#f2f2f2"),
    font: read("--jp-ui-font-family", "sans-serif"),
  };
}

function hover(text) {
  const tip = document.createElement("div");
  tip.className = "nl-hover";
  tip.dir = "auto";
  tip.textContent = text;
  return tip;
}

const PLAIN = new Set(["kept", "both", "untold"]); // nothing to say of them: in the page's own colour

function edgeItem(edge, marks, theme) {
  const mark = marks[edge.status];
  const colour = theme.dark ? mark.dark : mark.light;
  const item = {
    id: edge.id,
    from: edge.source,
    to: edge.target,
    label: edge.label,
    title: hover(edge.title),
    color: { color: colour, highlight: colour, hover: colour },
    width: mark.width,
    dashes: mark.dashes.length ? mark.dashes : false,
    font: { color: PLAIN.has(edge.status) ? theme.text : colour, background: theme.paper },
    // Straight edges are said so, or an edge that was curved would stay it.
    smooth: { enabled: edge.bend !== 0, type: "curvedCW", roundness: -0.22 * edge.bend },
  };
  if (edge.source === edge.target) item.selfReference = { size: 26, angle: Math.PI / 4 + 1.5 * edge.bend };
  return item;
}

function nodeItem(node, marks, theme) {
  const mark = marks[node.status];
  const border = theme.dark ? mark.dark : mark.light;
  const colours = { border, background: theme.raised };
  return {
    id: node.id,
    label: node.label,
    title: hover(node.title),
    x: node.x,
    y: node.y,
    color: { ...colours, highlight: colours, hover: colours },
    borderWidth: node.status === "kept" ? 1 : 3,
    shapeProperties: { borderRadius: 5, borderDashes: mark.dashes.length ? mark.dashes : false },
    font: { color: theme.text },
  };
}

/** Hand a data set of vis-network what is drawn otherwise than before, and nothing else. `drawn`: id -> what is drawn. */
function replaceItems(dataset, drawn, items, made) {
  const wanted = new Map(items.map((item) => [item.id, item]));
  const gone = [...drawn.keys()].filter((id) => !wanted.has(id));
  const fresh = items.filter((item) => drawn.get(item.id) !== item);
  for (const id of gone) drawn.delete(id);
  for (const item of fresh) drawn.set(item.id, item);
  if (gone.length) dataset.remove(gone);
  if (fresh.length) dataset.update(fresh.map(made));
}

function fillLegend(list, marks, names) {
  list.replaceChildren();
  list.dataset.names = names.join(" ");
  for (const name of names) {
    const mark = marks[name];
    const item = list.appendChild(document.createElement("li"));
    const picture = item.appendChild(document.createElementNS(SVG, "svg"));
    picture.setAttribute("width", "30");
    picture.setAttribute("height", "10");
    picture.setAttribute("aria-hidden", "true");
    const line = picture.appendChild(document.createElementNS(SVG, "line"));
    const attributes = { x1: 1, x2: 29, y1: 5, y2: 5, "stroke-width": mark.width, "stroke-dasharray": mark.dashes.join(" ") };
    for (const [key, value] of Object.entries(attributes)) line.setAttribute(key, value);
    line.style.stroke = `var(--nl-${name})`;
    item.append(`${mark.sign} ${mark.word}`.trim());
  }
}

/** A check box bound to a boolean of the model; `shown` tells whether a person can use it now. */
function checkBox(model, name, words) {
  const label = document.createElement("label");
  label.className = "nl-switch";
  const box = label.appendChild(document.createElement("input"));
  box.type = "checkbox";
  label.append(` ${words}`);
  box.addEventListener("change", () => {
    model.set(name, box.checked);
    model.save_changes();
  });
  const update = (shown) => {
    box.checked = model.get(name);
    label.hidden = !shown;
  };
  return { label, update };
}

function button(label, title, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "nl-small-button";
  made.textContent = label;
  made.title = title;
  made.setAttribute("aria-label", title);
  made.addEventListener("click", action);
  return made;
}

const OPTIONS = {
  physics: false,
  layout: { improvedLayout: false },
  interaction: { hover: true, tooltipDelay: 150, zoomView: false, dragNodes: false },
  edges: { arrows: { to: { enabled: true, scaleFactor: 0.5 } }, smooth: false, font: { size: 13, strokeWidth: 0 } },
  nodes: { shape: "box", font: { size: 14 }, margin: 6 },
};

/** Where scenes come from: an episode's reels at the place of its timeline, all of the page, or the kernel alone. */
async function sourcesOf(model, changed) {
  if (!model.get("reel")) return { scene: () => model.get("scene"), close() {} };
  const [changeModel, truthModel, timeline] = await Promise.all(
    ["reel", "truths", "timeline"].map((name) => model.widget_manager.get_model(model.get(name))),
  );
  let ready = false;
  const tell = () => ready && changed();
  const changes = new Reel(changeModel, tell);
  const truths = new Reel(truthModel, tell);
  ready = true;
  timeline.on("change:value", tell);
  const scene = () => {
    const index = timeline.get("value");
    const newest = index >= changes.length - 1;
    if (!changes.length || (newest && model.get("after") === changes.length)) return model.get("scene");
    const beside = model.get("compare") && model.get("comparable") && truths.length > index;
    return (beside ? truths : changes).at(index, model.get("show_all"));
  };
  const close = () => {
    changes.close();
    truths.close();
    timeline.off("change:value", tell);
  };
  return { scene, close };
}

async function render({ model, el }) {
  const root = el.appendChild(document.createElement("div"));
  root.className = "nl-graph";
  const bar = root.appendChild(document.createElement("div"));
  bar.className = "nl-graph-bar";
  const caption = root.appendChild(document.createElement("div"));
  caption.className = "nl-caption";
  caption.setAttribute("role", "status");
  const box = root.appendChild(document.createElement("div"));
  box.className = "nl-canvas";
  box.setAttribute("role", "img");
  box.style.height = model.get("height");

  caption.textContent = "Loading …";
  const vis = await visNetwork(model).catch((error) => {
    caption.textContent = "The graph cannot be drawn: its script did not come. Run this cell again.";
    throw error;
  });
  const sources = await sourcesOf(model, () => draw());
  const drawn = { nodes: new Map(), edges: new Map() };
  const nodes = new vis.DataSet();
  const edges = new vis.DataSet();
  const net = new vis.Network(box, { nodes, edges }, OPTIONS);
  box.network = net; // a handle for tests and for the curious

  let framedByUser = false;
  const fit = () => {
    framedByUser = false;
    if (nodes.length) net.fit({ animation: false, minZoomLevel: 0.05, maxZoomLevel: 1.3 });
  };
  const zoom = (factor) => {
    framedByUser = true;
    net.moveTo({ scale: net.getScale() * factor });
    tellOutside();
  };
  const fitButton = button("Fit", "Show the whole graph", () => {
    fit();
    tellOutside();
  });
  const all = checkBox(model, "show_all", "show all");
  const truth = checkBox(model, "compare", "compare with the truth");
  const legend = document.createElement("ul");
  legend.className = "nl-legend";
  const tools = document.createElement("span");
  tools.className = "nl-tools";
  tools.append(
    truth.label,
    all.label,
    button("−", "Zoom out", () => zoom(0.8)),
    button("+", "Zoom in", () => zoom(1.25)),
    fitButton,
  );
  bar.append(legend, tools);

  // The wheel scrolls the notebook until the picture has been clicked, and again when the pointer has left it.
  box.addEventListener("pointerdown", () => net.setOptions({ interaction: { zoomView: true } }));
  box.addEventListener("pointerleave", () => net.setOptions({ interaction: { zoomView: false } }));
  const framed = () => {
    framedByUser = true;
    tellOutside();
  };
  net.on("zoom", framed);
  net.on("dragEnd", framed);

  const isInside = () => {
    const a = net.DOMtoCanvas({ x: 0, y: 0 });
    const b = net.DOMtoCanvas({ x: box.clientWidth, y: box.clientHeight });
    return (node) => {
      const [wide, high] = [3.8 * Math.max(node.label.length, 3) + 8, 16]; // about half of the box, or its label is cut
      return node.x - wide > a.x && node.x + wide < b.x && node.y - high > a.y && node.y + high < b.y;
    };
  };
  let everFitted = false;
  let places = [];
  const outside = () => places.length - places.filter(isInside()).length;
  const frameIfNeeded = (resized = false) => {
    if (!box.clientWidth || !nodes.length) return; // render() runs before the element has a size
    if (!everFitted || (!framedByUser && outside())) {
      if (resized || !everFitted) {
        net.setSize("100%", "100%");
        net.redraw();
      }
      everFitted = true;
      fit();
    }
    tellOutside();
  };
  // A person's own frame is kept, so new things may lie outside of it.
  const tellOutside = () => {
    const missed = framedByUser ? outside() : 0;
    fitButton.textContent = missed ? `Fit (${missed} outside)` : "Fit";
  };

  const draw = () => {
    const scene = sources.scene();
    if (!scene || !scene.nodes) return;
    const marks = model.get("marks");
    const theme = themeOf(root);
    if (theme.dark !== drawn.dark || theme.font !== drawn.font) {
      for (const part of [drawn.nodes, drawn.edges]) for (const id of part.keys()) part.set(id, null); // in other colours
      [drawn.dark, drawn.font] = [theme.dark, theme.font];
    }
    places = scene.nodes;
    replaceItems(nodes, drawn.nodes, scene.nodes, (node) => nodeItem(node, marks, theme));
    replaceItems(edges, drawn.edges, scene.edges, (edge) => edgeItem(edge, marks, theme));
    caption.textContent = scene.caption;
    box.setAttribute("aria-label", `Graph of the belief. ${scene.caption}`);
    box.dataset.step = scene.step;
    all.update(scene.hidden || model.get("show_all"));
    truth.update(model.get("comparable"));
    if (legend.dataset.names !== scene.legend.join(" ")) fillLegend(legend, marks, scene.legend);
    frameIfNeeded();
  };
  const themed = () => {
    net.setOptions({ nodes: { font: { face: themeOf(root).font } }, edges: { font: { face: themeOf(root).font } } });
    draw();
  };
  const select = () => {
    const [id] = net.getSelectedNodes();
    model.set("selected", id === undefined ? -1 : id);
    model.save_changes();
  };
  net.on("select", select);
  const drawnBy = ["scene", "comparable", "compare", "show_all", "after"].map((name) => `change:${name}`);
  for (const event of drawnBy) model.on(event, draw);
  const themeWatch = new MutationObserver(themed);
  themeWatch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"] });
  const sizeWatch = new ResizeObserver(() => {
    if (everFitted) frameIfNeeded(true);
    else themed(); // only an element on the page knows the page's fonts
    net.redraw();
  });
  sizeWatch.observe(box);
  themed();
  return () => {
    themeWatch.disconnect();
    sizeWatch.disconnect();
    for (const event of drawnBy) model.off(event, draw);
    sources.close();
    net.destroy();
  };
}
