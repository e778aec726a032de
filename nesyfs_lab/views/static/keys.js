// Keys that a widget uses itself. JupyterLab has shortcuts for arrows, Enter and space; Notebook 7 takes them at the document, before
// an element hears of them. So one listener at the window, which is earlier still, hands a key to the widget that it was pressed in.

const KEYS = Symbol.for("nesyfs_lab keys");

/** `pressed(event)` is called for keys inside `element`. What it wants alone it stops; all else goes its usual way. */
function onKeys(element, pressed) {
  element[KEYS] = pressed;
  if (globalThis[KEYS]) return; // another widget of the page has begun to listen
  globalThis[KEYS] = true;
  const hand = (event) => {
    for (let at = event.target; at; at = at.parentElement) if (at[KEYS]) return at[KEYS](event);
  };
  window.addEventListener("keydown", hand, true);
}
