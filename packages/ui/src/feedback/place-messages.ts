/** Where messages may stand, the usual place first. */
export const places = ['bottom-end', 'top-end', 'bottom-start', 'top-start'] as const
export type Place = (typeof places)[number]

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** How much worse it is to hide what is used now than any other control. */
const WEIGHT_IN_USE = 100
const WEIGHT_NEXT = 10

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

const overlaps = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Where a box of this size stands in the window at a place. */
function areaAt(place: Place, box: { width: number; height: number }, edge: Edges): Area {
  const left = place.endsWith('end') ? window.innerWidth - edge.side - box.width : edge.side
  const top = place.startsWith('bottom') ? window.innerHeight - edge.bottom - box.height : edge.top
  return { left, top, right: left + box.width, bottom: top + box.height }
}

/** Distances from the edges of the window; the page's navigation stays free. */
export interface Edges {
  side: number
  top: number
  bottom: number
}

function weightOf(control: Element): number {
  if (control === document.activeElement) return WEIGHT_IN_USE
  return control.matches('[type=submit]') || isInFormInUse(control) ? WEIGHT_NEXT : 1
}

/** Who is in one field of a form goes to the others next. */
function isInFormInUse(control: Element): boolean {
  const form = document.activeElement?.closest('form')
  return form?.contains(control) ?? false
}

/**
 * The place at which messages of this size hide least of what is used next: first of all not what has the focus, then
 * nothing of the form it is in and no button that sends one, then no control at all. `within` is the page or the open dialog.
 */
export function placeMessages(
  messages: Element,
  within: ParentNode,
  box: { width: number; height: number },
  edges: Edges,
): Place {
  const controls = [...within.querySelectorAll(CONTROLS)].filter((control) => !messages.contains(control))
  const hidden = (place: Place) => {
    const area = areaAt(place, box, edges)
    return controls
      .filter((control) => overlaps(area, control.getBoundingClientRect()))
      .reduce((sum, control) => sum + weightOf(control), 0)
  }
  const costs = places.map((place) => ({ place, cost: hidden(place) }))
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best)).place
}
