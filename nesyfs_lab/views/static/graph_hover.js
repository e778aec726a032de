// What hovering over a triplet or an entity tells: its full names, since when it is believed, and which prompts held it.

const LISTED = 8; // steps that are named

/** What scenes, in order, tell of edges: when one last came, and the steps whose prompts held it. */
function pastOf(scenes, ids) {
  let since = null;
  const shown = [];
  for (const scene of scenes) {
    const came = scene.came.find(([id]) => ids.has(id));
    if (came) since = { step: scene.step, edited: came[1], seen: scene.observation };
    if (scene.shown.some((id) => ids.has(id))) shown.push(scene.step);
  }
  return { since, shown };
}

function promptsInWords(shown) {
  if (!shown.length) return "in no prompt yet";
  const last = shown.slice(-LISTED).join(", ");
  const steps = shown.length === 1 ? "step" : "steps";
  return `in the prompts of ${steps} ${shown.length > LISTED ? `… ${last} (${shown.length} in all)` : last}`;
}

/** Lines about one triplet; `scenes` are those up to the shown one, empty where nothing is known of the past. */
function aboutEdge(edge, scenes) {
  const lines = [["", edge.title]];
  if (!scenes.length || edge.status === "missing") return lines;
  const { since, shown } = pastOf(scenes, new Set([edge.id]));
  if (since) {
    lines.push(["nl-dim", `since step ${since.step}${since.edited ? ", put there by you" : since.seen ? ", from what was seen then:" : ""}`]);
    if (since.seen && !since.edited) lines.push(["nl-hover-seen", since.seen]);
  }
  lines.push(["nl-dim", promptsInWords(shown)]);
  return lines;
}

/** Lines about one entity, of which these are the edges in the picture. */
function aboutNode(node, edges, scenes) {
  const mine = edges.filter((edge) => edge.source === node.id || edge.target === node.id);
  const lines = [["", node.title], ["nl-dim", `in ${mine.length} triplet${mine.length === 1 ? "" : "s"} of this picture`]];
  if (scenes.length) lines.push(["nl-dim", promptsInWords(pastOf(scenes, new Set(mine.map((edge) => edge.id))).shown)]);
  lines.push(["nl-dim", "double-click: only what touches it"]);
  return lines;
}

/** A note beside the pointer while it rests on a part of the graph. `about(kind, id)` gives its lines, or null. */
function hoverNote(net, box, about) {
  const note = box.appendChild(make("div", "nl-hover"));
  note.hidden = true;
  let waiting = null;
  const hide = () => {
    clearTimeout(waiting);
    note.hidden = true;
  };
  const show = (kind, id, { x, y }) => {
    const lines = about(kind, id);
    if (!lines) return;
    note.replaceChildren(
      ...lines.map(([classes, text]) => {
        const line = make("div", classes, text);
        line.dir = "auto";
        return line;
      }),
    );
    note.hidden = false;
    const { offsetWidth: wide, offsetHeight: high } = note;
    note.style.left = `${Math.max(2, Math.min(x + 12, box.clientWidth - wide - 4))}px`;
    note.style.top = `${y + 14 + high < box.clientHeight ? y + 14 : Math.max(2, y - high - 10)}px`;
  };
  const soon = (kind, id, pointer) => {
    hide();
    waiting = setTimeout(() => show(kind, id, pointer), 150);
  };
  net.on("hoverNode", ({ node, pointer }) => soon("node", node, pointer.DOM));
  net.on("hoverEdge", ({ edge, pointer }) => soon("edge", edge, pointer.DOM));
  for (const event of ["blurNode", "blurEdge", "dragStart", "zoom"]) net.on(event, hide);
  box.addEventListener("pointerleave", hide);
  return hide;
}

