// The scenes of an episode, put together from what the kernel told of each (reel.py): no kernel is needed to go back and forth.

const NODE = ["id", "label", "title", "x", "y", "status"];
const EDGE = ["id", "source", "target", "label", "title", "status", "bend"];
const EVERY = 32; // scenes between two that are kept whole

const named = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i]]));

class Reel {
  /** `changed()` is called when there are other steps than before. */
  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    this.all = () => {
      this.taken = 0; // another list: nothing of what was read is left
      this.read();
    };
    this.more = ({ start, steps }) => {
      const known = model.get("steps");
      if (start > known.length) return this.ask(); // the page was not listening
      known.splice(start, known.length, ...steps); // in place: each graph of a page does the same
      this.taken = Math.min(this.taken, start);
      this.read();
    };
    model.on("change:steps", this.all);
    model.on("msg:custom", this.more);
    this.taken = 0;
    this.read();
    if (model.get("count") > this.length) this.ask();
  }

  ask() {
    this.model.send({ have: this.length });
  }

  get length() {
    return this.model.get("steps").length;
  }

  /** Number the nodes and edges that are new, and forget what was put together of steps that are. */
  read() {
    const steps = this.model.get("steps");
    if (!this.taken) this.rows = { nodes: [], edges: [], counts: [], whole: new Map() };
    const { nodes, edges, counts, whole } = this.rows;
    [nodes.length, edges.length] = counts[this.taken] || [nodes.length, edges.length];
    counts.length = this.taken;
    for (const key of whole.keys()) if (key >= this.taken) whole.delete(key);
    for (const step of steps.slice(this.taken)) {
      counts.push([nodes.length, edges.length]);
      nodes.push(...step.nodes.new.map((row) => named(NODE, row)));
      edges.push(...step.edges.new.map((row) => named(EDGE, row)));
    }
    this.taken = steps.length;
    this.changed();
  }

  /** The scene of a step, as graph_scene.py made it; edges and nodes that are drawn alike are the same objects. */
  at(index, showAll) {
    const step = this.model.get("steps")[index];
    if (!step) return null;
    const { nodes, edges } = this.whole(index);
    const scene = { step: step.step, caption: step.caption, legend: step.legend, hidden: 0, came: step.came, shown: step.shown };
    if (!step.few.length || showAll) return { ...scene, nodes: [...nodes.values()], edges: [...edges.values()] };
    const few = step.few.map((id) => edges.get(id));
    const ends = new Set(few.flatMap((edge) => [edge.source, edge.target]));
    const hidden = edges.size - few.length;
    return { ...scene, caption: step.few_caption, hidden, nodes: [...ends].map((id) => nodes.get(id)), edges: few };
  }

  whole(index) {
    const { whole } = this.rows;
    if (whole.has(index)) return whole.get(index);
    let from = index - 1;
    while (from >= 0 && !whole.has(from)) from -= 1;
    const start = whole.get(from);
    const state = { nodes: new Map(start?.nodes), edges: new Map(start?.edges) };
    for (let i = from + 1; i <= index; i += 1) {
      for (const kind of ["nodes", "edges"]) {
        const { put, drop } = this.model.get("steps")[i][kind];
        for (const id of drop) state[kind].delete(id);
        for (const number of put) state[kind].set(this.rows[kind][number].id, this.rows[kind][number]);
      }
      if (i % EVERY === 0 && i < index) whole.set(i, { nodes: new Map(state.nodes), edges: new Map(state.edges) });
    }
    if (index % EVERY === 0) whole.set(index, state);
    return state;
  }

  close() {
    this.model.off("change:steps", this.all);
    this.model.off("msg:custom", this.more);
  }
}
