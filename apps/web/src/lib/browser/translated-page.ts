/** The elements that a translation put where texts were, by the texts that it took away. */
const standIns = new WeakMap<Node, Element>()

/**
 * Keeps React at work on a page that the browser translates. A translation moves texts into elements of its own, or
 * replaces them, and React then removes, or inserts before, a text that is not where it was. Here it means the element
 * that stands in its place. A text that changes comes back, and is translated again.
 */
export function followTranslation(): void {
  new MutationObserver(noteReplacedTexts).observe(document, { childList: true, subtree: true })
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, placeIn(this, child) ?? child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    standInOf(node)?.remove()
    insertBefore.call(this, node, before && (placeIn(this, before) ?? before))
    return node
  }
  followChangedTexts()
}

/** The child of a parent that stands for a node: the node itself, the element around it, or that replaced it. */
function placeIn(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  let place: Node | null = standInOf(node) ?? node
  while (place !== null && place.parentNode !== parent) place = place.parentNode
  return place
}

/** The element that replaced a text; null for a text that is in the page. */
function standInOf(node: Node): Element | null {
  return node.parentNode === null ? (standIns.get(node) ?? null) : null
}

/** Puts a text back when it changes: no reader sees a text that was taken away. */
function followChangedTexts(): void {
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text)
      const standIn = this instanceof Text ? standInOf(this) : null
      if (standIn !== null && this instanceof Text) standIn.replaceWith(this)
    },
  })
}

/** Notes each text in whose place an element of a translation came: in one step, or in two. */
function noteReplacedTexts(records: readonly MutationRecord[]): void {
  let taken: { text: Text; parent: Node; next: Node | null } | null = null
  for (const { target, removedNodes, addedNodes, nextSibling } of records) {
    const [removed] = removedNodes
    const [added] = addedNodes
    if (removed instanceof Text) taken = { text: removed, parent: target, next: nextSibling }
    if (!isOfTranslation(added) || taken?.parent !== target) continue
    if (taken.next === nextSibling) standIns.set(taken.text, added)
    taken = null
  }
}

/** Chrome and Edge put each text into elements that nothing else uses any more. */
const isOfTranslation = (node: Node | undefined): node is Element =>
  node instanceof HTMLElement && node.localName === 'font'
