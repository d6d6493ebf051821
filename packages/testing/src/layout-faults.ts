// Scripts that a test lets the page run. Their code has no types here: the browser's are not part of this program.

/** The minimum visible width of a name, in pixels. */
const LEAST_FOR_A_NAME = 160

/**
 * Measures the space for a name of any length, for each name that a list shows; where it may take two lines, in both.
 */
const NAME_ROOMS = `[...document.querySelectorAll('main [data-row-title]')].flatMap((title) => {
  const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('.sr-only')) texts.push(walker.currentNode)
  // A member's picture comes first, with a letter on it.
  const text = texts.findLast((node) => node.data.trim().length > 1)
  if (text === undefined || !title.checkVisibility()) return []
  const known = text.data
  text.data = 'An endless name '.repeat(40)
  let clip = text.parentElement
  while (clip !== null && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
  // A name that takes as many lines as it needs, as in search results, is not cut off.
  if (clip === null) {
    text.data = known
    return []
  }
  const range = document.createRange()
  range.selectNodeContents(text)
  const { left } = range.getBoundingClientRect()
  const lines = Number(getComputedStyle(clip).webkitLineClamp) || 1
  const room = (clip.getBoundingClientRect().right - left) * lines
  text.data = known
  return [{ title, room }]
})`

/** Reports the visible defects of the page, once the result of a resize is drawn. */
export const LAYOUT_FAULTS = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await drawn()
  const faults = []
  const CONTROL = 'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=switch], summary'
  const WORDS_OF_OURS = 'button, label, th, legend, h1, h2, h3, option, summary, [role=tab], a'
  const width = document.documentElement.clientWidth
  const say = (element) => element.tagName.toLowerCase() + ' “' + (element.innerText || element.ariaLabel || element.name || '').trim().slice(0, 60) + '”'
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only, [aria-hidden=true] svg, select *')
  /** The visible box of an element: without the parts that its parents cut off. */
  const seenBox = (element, rect) => {
    const box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom, isScrolled: false }
    for (let around = element; around !== document.body && around !== null; around = around.parentElement) {
      const style = styleOf(around)
      if (around !== element && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
        const edge = around.getBoundingClientRect()
        box.left = Math.max(box.left, edge.left)
        box.right = Math.min(box.right, edge.right)
        box.top = Math.max(box.top, edge.top)
        box.bottom = Math.min(box.bottom, edge.bottom)
        if (scrolls(style.overflowX)) box.isScrolled = true
      }
      if (style.position === 'fixed') box.layer = around
      if (style.position === 'sticky') box.layer ??= around
    }
    return box
  }
  const isThere = (box) => box.right - box.left > 2 && box.bottom - box.top > 2

  if (document.documentElement.scrollWidth > innerWidth)
    faults.push('the page is ' + document.documentElement.scrollWidth + ' px wide')

  const controls = []
  const texts = []
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') || !isSeen(element)) continue
    const rect = element.getBoundingClientRect()
    if (rect.width < 2 || rect.height < 2) continue
    const style = styleOf(element)
    const isControl = element.matches(CONTROL)
    if (isControl) {
      const box = seenBox(element, rect)
      if (isThere(box)) {
        if (!box.isScrolled && (rect.left < -1 || rect.right > width + 1)) faults.push(say(element) + ' leaves the window')
        controls.push({ element, box })
      }
    }
    const hidesX = style.overflowX === 'hidden' || style.overflowX === 'clip'
    const isNamed = element.closest('[dir=auto]') !== null || element.querySelector('[dir=auto]') !== null
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '')
    if (element.matches(WORDS_OF_OURS) && !isNamed && hidesX && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      faults.push(say(element) + ' is cut short')
    if (own.length === 0 || element.matches('option, script, style, title, textarea')) continue
    if (hidesX && style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none' && element.scrollWidth > element.clientWidth + 1)
      faults.push(say(element) + ' is cut off without an ellipsis')
    const range = document.createRange()
    for (const node of own) {
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const box = seenBox(element, line)
        const cuts = hidesX ? Math.min(box.right, rect.right) : box.right
        // The lines beyond those that a name may take exist, and are hidden.
        const ends = style.webkitLineClamp === 'none' ? box.bottom : Math.min(box.bottom, rect.bottom)
        if (!isThere({ ...box, right: cuts, bottom: ends })) continue
        if (!box.isScrolled && line.right > width + 1 && !hidesX && box.right > width + 1) faults.push(say(element) + ' is written over the edge')
        texts.push({ element, box: { ...box, right: cuts, bottom: ends } })
        const edge = element.closest('button, [role=tab], th, .rounded-full')?.getBoundingClientRect()
        if (edge && (box.left < edge.left - 1 || cuts > edge.right + 1)) faults.push(say(element) + ' is wider than its button')
      }
    }
  }

  const overlaps = (kind, list) => {
    for (const [index, one] of list.entries())
      for (const other of list.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // Lines of two sizes may touch: their boxes are taller than their letters.
        if (across <= 3 || down <= 5) continue
        if (one.box.layer !== other.box.layer) continue
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue
        // Accepts a button inside of its field.
        const holds = (outer, inner) => outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom
        if (kind === 'controls' && (holds(one.box, other.box) || holds(other.box, one.box))) continue
        faults.push(say(one.element) + ' and ' + say(other.element) + ' overlap')
      }
  }
  overlaps('controls', controls)
  overlaps('texts', texts)

  for (const { title, room } of ${NAME_ROOMS})
    if (room < ${LEAST_FOR_A_NAME}) faults.push(say(title) + ' has ' + Math.round(room) + ' px for its name')
  return [...new Set(faults)]
})()`

/** The names on the screen for which a list leaves less room than it should. */
export const CRAMPED_NAMES = `${NAME_ROOMS}.filter(({ room }) => room < ${LEAST_FOR_A_NAME}).map(({ title, room }) => title.innerText + ': ' + Math.round(room))`

/**
 * With the colors of the system, chosen elements must look different from the others, and elements to press need an
 * edge.
 */
export const EDGELESS = `(() => {
  const faults = []
  const look = (element) => getComputedStyle(element).backgroundColor
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ opacityProperty: true }))
  for (const [chosen, other] of [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['nav a[aria-current=page]', 'nav a:not([aria-current])'],
    ['[aria-pressed=true]', '[aria-pressed=false]'],
    ['[role=switch][aria-checked=true]', '[role=switch][aria-checked=false]'],
  ])
    if (seen(chosen).some((one) => seen(other).some((another) => look(one) === look(another))))
      faults.push(chosen + ' looks like ' + other)
  for (const element of seen('[role=switch], .bg-primary, .bg-secondary, .bg-destructive, input:not([type=hidden], [type=checkbox], [type=radio], [role=combobox]), select, textarea')) {
    if (parseFloat(getComputedStyle(element).borderTopWidth) < 1) faults.push('no edge: ' + (element.innerText || element.ariaLabel || element.outerHTML.slice(0, 80)))
  }
  return faults
})()`
