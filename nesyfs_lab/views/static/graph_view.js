// The belief as a graph that stays put while one steps. `visNetwork` and graph_items.js, graph_focus.js, graph_hover.js stand above.
// Nodes and edges come as plain values (graph_scene.py); all text goes to a canvas or to textContent, never to innerHTML.

/** A check box bound to a boolean of the model; `shown` tells whether a person can use it now. */
function checkBox(model, name, words) {
  const label = make("label", "nl-switch");
  const box = label.appendChild(make("input"));
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
  const made = make("button", "nl-small-button", label);
  made.type = "button";
  made.title = title;
  made.setAttribute("aria-label", title);
  made.addEventListener("click", action);
  return made;
}

const OPTIONS = {
  physics: false,
  layout: { improvedLayout: false },
  interaction: { hover: true, hoverConnectedEdges: false, zoomView: false, dragNodes: false },
  edges: { arrows: { to: { enabled: true, scaleFactor: 0.5 } }, smooth: false, font: { size: 13, strokeWidth: 0 } },
  nodes: { shape: "box", font: { size: 14 }, margin: 6 },
};

/**
 * Where scenes come from: an episode's reels at the place of its timeline, all of the page, or the kernel alone.
 * `changed()` is called when a person goes along the timeline, and when the kernel tells of more.
 */
async function sourcesOf(model, changed) {
  if (!model.get("reel")) return { scene: () => model.get("scene"), past: () => model.get("past") || [], close() {} };
  const [changeModel, truthModel, timeline] = await Promise.all(
    ["reel", "truths", "timeline"].map((name) => model.widget_manager.get_model(model.get(name))),
  );
  let ready = false;
  const tell = () => ready && changed();
  const changes = new Reel(changeModel, tell);
  const truths = new Reel(truthModel, tell);
  ready = true;
  const moved = () => timeline.get("value") < changes.length && changed(); // else the kernel is about to tell of that step
  timeline.on("change:value", moved);
  const inProgress = () => {
    const newest = timeline.get("value") >= changes.length - 1;
    return !changes.length || (newest && model.get("after") === changes.length);
  };
  const scene = (whole) => {
    if (inProgress()) return model.get("scene");
    const index = timeline.get("value");
    const beside = model.get("compare") && model.get("comparable") && truths.length > index;
    return (beside ? truths : changes).at(index, whole);
  };
  const past = () => {
    const known = changes.model.get("steps").slice(0, timeline.get("value") + 1);
    return inProgress() ? [...known, model.get("scene")] : known;
  };
  const close = () => {
    changes.close();
    truths.close();
    timeline.off("change:value", moved);
  };
  return { scene, past, close };
}

async function render({ model, el }) {
  const root = el.appendChild(make("div", "nl-graph"));
  const bar = root.appendChild(make("div", "nl-graph-bar"));
  const focus = new Focus(() => refocus(), Boolean(model.get("reel") || model.get("past")));
  focus.bar.inert = true; // until there is something to filter
  root.append(focus.bar);
  const caption = root.appendChild(make("div", "nl-caption"));
  caption.setAttribute("role", "status");
  const box = root.appendChild(make("div", "nl-canvas"));
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

  const hide = hoverNote(net, box, (kind, id) => {
    const edge = drawn.edges.get(id);
    const node = drawn.nodes.get(id);
    if (kind === "edge") return edge && aboutEdge(edge, sources.past());
    return node && aboutNode(node, [...drawn.edges.values()], sources.past());
  });
  net.on("doubleClick", ({ nodes: [id] }) => id !== undefined && focus.near(drawn.nodes.get(id)));

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
  const legend = make("ul", "nl-legend");
  const tools = make("span", "nl-tools");
  tools.append(
    truth.label,
    all.label,
    button("−", "Zoom out", () => zoom(0.8)),
    button("+", "Zoom in", () => zoom(1.25)),
    fitButton,
  );
  bar.append(legend, tools);
  focus.bar.inert = false;

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
    const found = sources.scene(model.get("show_all") || focus.active); // a filter looks through all of it
    if (!found || !found.nodes) return;
    const scene = focus.of(found);
    hide();
    const marks = model.get("marks");
    const theme = themeOf(root);
    if (theme.dark !== drawn.dark || theme.font !== drawn.font) {
      for (const part of [drawn.nodes, drawn.edges]) for (const id of part.keys()) part.set(id, null); // in other colours
      [drawn.dark, drawn.font] = [theme.dark, theme.font];
    }
    places = scene.nodes;
    const moved = box.dataset.step !== String(scene.step);
    box.dataset.step = scene.step;
    paintOnce(net, () => {
      const other = replaceItems(nodes, drawn.nodes, scene.nodes, (node) => nodeItem(node, marks, theme));
      return replaceItems(edges, drawn.edges, scene.edges, (edge) => edgeItem(edge, marks, theme)) || other || moved;
    });
    caption.textContent = scene.caption;
    box.setAttribute("aria-label", `Graph of the belief. ${scene.caption}`);
    all.update(scene.hidden || model.get("show_all"));
    truth.update(model.get("comparable"));
    if (legend.dataset.names !== scene.legend.join(" ")) fillLegend(legend, marks, scene.legend);
    frameIfNeeded();
  };
  let unfiltered = null; // how the whole graph was framed
  const refocus = () => {
    if (focus.active) unfiltered ??= { view: { position: net.getViewPosition(), scale: net.getScale() }, framedByUser };
    draw();
    if (focus.active) fit(); // a person asked for another picture
    else if (unfiltered) {
      net.moveTo({ ...unfiltered.view, animation: false });
      framedByUser = unfiltered.framedByUser;
      unfiltered = null;
      frameIfNeeded();
    }
    tellOutside();
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
  // Several messages of the kernel that wait together are drawn together; what a person does is drawn at once.
  let waiting = 0;
  const soon = () => {
    waiting ||= setTimeout(() => {
      waiting = 0;
      draw();
    });
  };
  const told = model.get("reel") ? soon : draw;
  const drawnBy = { scene: told, after: told, comparable: told, compare: draw, show_all: draw };
  for (const [name, react] of Object.entries(drawnBy)) model.on(`change:${name}`, react);
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
    clearTimeout(waiting);
    for (const [name, react] of Object.entries(drawnBy)) model.off(`change:${name}`, react);
    sources.close();
    net.destroy();
  };
}
