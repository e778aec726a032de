// What the scripts of the panels build their elements with. Text goes to textContent, never to innerHTML.

function make(name, classes, text) {
  const el = document.createElement(name);
  if (classes) el.className = classes;
  if (text !== undefined) el.textContent = text;
  return el;
}

