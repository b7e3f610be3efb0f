// @ts-check
/**
 * The keyboard's place on the page is never lost: where the element with the focus is gone, hidden or switched off,
 * the view says what gets it.
 */

/**
 * Looks after the focus.
 * @param {() => void} refocus focuses what the view is about
 */
export function guardFocus(refocus) {
  /** The last element that had the focus and has not been left on purpose. @type {Element | null} */
  let last = null;
  let isWaiting = false;

  function check() {
    isWaiting = false;
    if (!last || canKeep(last)) return;
    const { activeElement } = document;
    const isLost = !activeElement || activeElement === document.body || activeElement === last;
    if (isLost && !document.querySelector("dialog[open]")) refocus();
  }

  function checkSoon() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(check);
  }

  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  document.addEventListener("pointerdown", () => {
    last = null; // a click on nothing leaves the focus on purpose
  });
  document.addEventListener("close", checkSoon, true);
  new MutationObserver(checkSoon).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled"],
  });
}

/** @param {Element} element */
function canKeep(element) {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(":disabled");
}
