// One particle of a plan in words, from particle.py. All text goes to textContent, never to innerHTML.

const VERDICTS = { true: ["nl-yes", "● progress"], false: ["nl-dim", "○ no progress"] };

function tripletsOf(triplets, status, sign) {
  const list = make("ul", `nl-triplets nl-${status}`);
  for (const parts of triplets) {
    const item = list.appendChild(make("li", "", `${sign} `));
    parts.forEach((part, i) => {
      if (i) item.append(" — ");
      item.append(make("bdi", "", part));
    });
  }
  return list;
}

function textOf(classes, text) {
  const el = make("div", classes, text);
  el.dir = "auto";
  return el;
}

/** One move: action, imagined observation, the judge's verdict with its thought, and what was read from it. */
function moveOf(move, here) {
  const el = make("section", `nl-section nl-plan-move${here ? " nl-played" : ""}`);
  const head = el.appendChild(make("div"));
  head.append(make("span", "nl-dim", move.head), " ", make("bdi", "nl-code", move.action));
  if (!move.real) head.append(" ", make("span", `nl-badge ${VERDICTS[move.progress][0]}`, VERDICTS[move.progress][1]));
  if (move.seen) el.append(textOf(move.real ? "nl-said" : "nl-said nl-imagined", move.real ? move.seen : `imagined: ${move.seen}`));
  if (move.thought) el.append(textOf("nl-said nl-plan-thought", `judge: ${move.thought}`));
  if (move.real) return el;
  el.append(tripletsOf(move.added, "added", "+"), tripletsOf(move.removed, "removed", "−"));
  if (!move.added.length && !move.removed.length) el.append(make("div", "nl-dim", "Nothing new was read from it."));
  return el;
}

function differenceOf(particle) {
  const el = make("section", "nl-section nl-plan-difference");
  const counts = `+${particle.added.length} −${particle.removed.length}, ${particle.kept} kept`;
  el.append(make("h4", "", `Its belief beside the real one (${counts})`));
  el.append(tripletsOf(particle.added, "added", "+"), tripletsOf(particle.removed, "removed", "−"));
  if (!particle.added.length && !particle.removed.length) el.append(make("div", "nl-dim", "No difference."));
  return el;
}

function particleOf(particle) {
  const el = make("div", "nl-plan-particle");
  el.append(make("h3", "", particle.title));
  for (const note of particle.notes) el.append(make("div", "nl-plan-remark", note));
  const moves = [...particle.way];
  const newest = moves.pop();
  if (newest) el.append(moveOf(newest, true));
  if (particle.tau > 1) el.append(differenceOf(particle));
  if (moves.length) el.append(make("h4", "", "Its way here, backwards"));
  for (const move of moves.reverse()) el.append(moveOf(move, false));
  return el;
}
