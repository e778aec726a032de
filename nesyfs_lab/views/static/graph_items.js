// What vis-network draws of a scene's nodes and edges (graph_scene.py), and the legend of their marks, in the page's theme.

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

const PLAIN = new Set(["kept", "both", "untold"]); // nothing to say of them: in the page's own colour

function edgeItem(edge, marks, theme) {
  const mark = marks[edge.status];
  const colour = theme.dark ? mark.dark : mark.light;
  const item = {
    id: edge.id,
    from: edge.source,
    to: edge.target,
    label: edge.label,
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
    x: node.x,
    y: node.y,
    color: { ...colours, highlight: colours, hover: colours },
    borderWidth: node.status === "kept" ? 1 : 3,
    shapeProperties: { borderRadius: 5, borderDashes: mark.dashes.length ? mark.dashes : false },
    font: { color: theme.text },
  };
}

/** Hand a data set of vis-network what is drawn otherwise than before, and say whether anything was. `drawn`: id -> what is drawn. */
function replaceItems(dataset, drawn, items, made) {
  const wanted = new Map(items.map((item) => [item.id, item]));
  const gone = [...drawn.keys()].filter((id) => !wanted.has(id));
  const fresh = items.filter((item) => drawn.get(item.id) !== item);
  for (const id of gone) drawn.delete(id);
  for (const item of fresh) drawn.set(item.id, item);
  if (gone.length) dataset.remove(gone);
  if (fresh.length) dataset.update(fresh.map(made));
  return Boolean(gone.length || fresh.length);
}

/**
 * vis-network paints after each change of nodes or edges, four times a step. Here once, if `change()` tells of one; and at once, because
 * it is painting that measures new nodes, which the frame is then fitted to.
 */
function paintOnce(net, change) {
  const { emitter } = net.body;
  let changed = true;
  emitter.emit("_blockRedraw");
  try {
    changed = change();
  } finally {
    emitter.emit("_allowRedraw");
    if (changed) emitter.emit("_redraw");
  }
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

