// Keys that a widget uses itself. JupyterLab has shortcuts for arrows, Enter and space; Notebook 7 takes them at the document, before
// an element hears of them. So one listener at the window, which is earlier still, hands a key to the widget that it was pressed in.

const PRESSED = Symbol.for("nesyfs_lab keys of an element");
const LISTENING = Symbol.for("nesyfs_lab keys of the page");

/** Ctrl-S, Shift-Enter and their like are the page's; Shift with a character only writes it. */
const isPages = (event) => event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key.length > 1);

/** `pressed(event)` is called for keys inside `element`. What it wants alone it stops; all else goes its usual way. */
function onKeys(element, pressed) {
  element[PRESSED] = pressed;
  if (globalThis[LISTENING]) return; // another widget of the page has begun to listen
  globalThis[LISTENING] = true;
  const hand = (event) => {
    if (isPages(event)) return;
    for (let at = event.target; at; at = at.parentElement) if (at[PRESSED]) return at[PRESSED](event);
  };
  window.addEventListener("keydown", hand, true);
}
