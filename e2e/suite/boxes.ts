import type { Page } from '@playwright/test'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A line of text or a control. */
interface Piece {
  name: string
  box: Box
  isText: boolean
  /** Number of the control that contains it, or -1. */
  control: number
  /** True if clicks go through it, as through a badge on a button. */
  letsPressesThrough: boolean
  /** True if it ends in an ellipsis on purpose. The hidden part of such a text is a second box. */
  isShortened: boolean
  /** Ancestors that clip it, innermost first. */
  frames: { box: Box; scrolls: boolean }[]
}

interface Layout {
  windowWidth: number
  pageWidth: number
  pieces: Piece[]
}

/** Tolerance for rounding. */
const TOLERANCE_PX = 1

/** Returns the text lines and controls of the page, without charts. Runs in the browser. */
function readLayout(): Layout {
  const CONTROL = 'a[href], button, input, select, textarea, summary'
  const HIDDEN = 'svg, .apexcharts-canvas, script, style, noscript, option, [hidden]'
  const boxOf = ({ left, top, right, bottom }: DOMRect) => ({ left, top, right, bottom })
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return seen && width > 1 && height > 1 && !element.closest(HIDDEN)
  }
  interface Seen extends Pick<Piece, 'frames' | 'letsPressesThrough'> {
    /** Right end of a text that is shortened on purpose. */
    end: number
  }
  const whole: Seen = { frames: [], end: Number.POSITIVE_INFINITY, letsPressesThrough: false }
  const seen = new Map<Element | null, Seen | undefined>([
    [null, whole],
    [document.body, whole],
  ])
  const read = (element: Element): Seen | undefined => {
    const { overflowX, textOverflow, clipPath, position, pointerEvents } = getComputedStyle(element)
    const around = through(element.parentElement)
    // Text that only screen readers read.
    if (!around || (clipPath !== 'none' && position === 'absolute')) return undefined
    const box = boxOf(element.getBoundingClientRect())
    const letsPressesThrough = pointerEvents === 'none'
    if (textOverflow === 'ellipsis' && element.closest('[title]'))
      return { ...around, letsPressesThrough, end: Math.min(around.end, box.right) }
    if (overflowX === 'visible') return { ...around, letsPressesThrough }
    const frame = { box, scrolls: /auto|scroll/.test(overflowX) }
    return { ...around, letsPressesThrough, frames: [frame, ...around.frames] }
  }
  const through = (element: Element | null): Seen | undefined => {
    if (!seen.has(element)) seen.set(element, element ? read(element) : whole)
    return seen.get(element)
  }
  const pieces: Piece[] = []
  const add = (piece: Pick<Piece, 'name' | 'control' | 'isText'>, around: Element, rect: DOMRect) => {
    const how = through(around)
    if (!how || rect.width <= 1) return
    const { end, ...rest } = how
    const box = { ...boxOf(rect), right: Math.min(rect.right, end) }
    pieces.push({ ...piece, ...rest, box, isShortened: Number.isFinite(end) })
  }
  const controls = [...document.body.querySelectorAll(CONTROL)].filter(isSeen)
  for (const [control, element] of controls.entries()) {
    const name = element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML.slice(0, 80))
    const rect = element.getBoundingClientRect()
    // The padding of a field may contain a button.
    const room = element.matches('input') ? Number.parseFloat(getComputedStyle(element).paddingInlineEnd) : 0
    add(
      { name, control, isText: false },
      element,
      new DOMRect(rect.x, rect.y, rect.width - room, rect.height),
    )
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { textContent: name, parentElement: around } = node
    if (!name?.trim() || !around || !isSeen(around)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const control = controls.indexOf(around.closest(CONTROL) ?? around)
    for (const line of range.getClientRects()) add({ name, control, isText: true }, around, line)
  }
  const { clientWidth: windowWidth, scrollWidth: pageWidth } = document.documentElement
  return { windowWidth, pageWidth, pieces }
}

/** Describes what is hidden, cut or overlapping on the page, in one sentence each. */
export async function findBroken(page: Page): Promise<string[]> {
  const { windowWidth, pageWidth, pieces } = await page.evaluate(readLayout)
  const sideways = pageWidth > windowWidth ? [`the page is ${pageWidth} px wide in ${windowWidth}`] : []
  const window = {
    left: 0,
    top: Number.NEGATIVE_INFINITY,
    right: windowWidth,
    bottom: Number.POSITIVE_INFINITY,
  }
  const cut = pieces.flatMap((piece) => {
    const frame = [...piece.frames, { box: window, scrolls: false }].find(({ box, scrolls }) =>
      isOutside(piece.box, box, scrolls),
    )
    return frame ? `${nameOf(piece)} is ${frame.scrolls ? 'reached by scrolling only' : 'cut'}` : []
  })
  return [...sideways, ...cut, ...findOverlaps(pieces)]
}

/** Scrolling content may be larger than its frame. */
const isOutside = (inner: Box, outer: Box, scrolls: boolean) =>
  inner.left < outer.left - TOLERANCE_PX ||
  inner.right > outer.right + TOLERANCE_PX ||
  (!scrolls && (middle(inner) < outer.top || middle(inner) > outer.bottom))

const middle = ({ top, bottom }: Box) => (top + bottom) / 2

function findOverlaps(pieces: readonly Piece[]): string[] {
  const sorted = pieces.map(withoutAir).sort((a, b) => a.box.top - b.box.top)
  return sorted.flatMap((piece, index) => {
    const found: string[] = []
    for (const next of sorted.slice(index + 1)) {
      if (next.box.top >= piece.box.bottom) break
      if (shareSpace(piece.box, next.box) && !belongTogether(piece, next))
        found.push(`${nameOf(piece)} and ${nameOf(next)} overlap`)
    }
    return found
  })
}

/** Shrinks the box of a line, because lines may overlap in the space above and below letters. */
function withoutAir(piece: Piece): Piece {
  if (!piece.isText) return piece
  const { box } = piece
  const air = (box.bottom - box.top) / 4
  return { ...piece, box: { ...box, top: box.top + air, bottom: box.bottom - air } }
}

const shareSpace = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE_PX

/** True for text on a button, and for a button in its field, which may overlap. */
function belongTogether(a: Piece, b: Piece): boolean {
  if (a.isText !== b.isText) return a.control === b.control || a.letsPressesThrough || b.letsPressesThrough
  if (a.isText) return a.name === b.name && a.control === b.control && (a.isShortened || a.control >= 0)
  return isInside(a.box, b.box) || isInside(b.box, a.box)
}

const isInside = (inner: Box, outer: Box) =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom

const nameOf = ({ name }: Piece) => `"${name.trim().slice(0, 60)}"`
