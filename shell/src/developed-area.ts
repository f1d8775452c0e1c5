import { AREA_CHANGED } from '@mms/contracts'
import { area } from '#area'

/**
 * What an area exposes to the page of a running suite while it is developed there. React refreshes nothing in that page,
 * so the definition is handed over whenever anything that it leads to has changed.
 */
export { area }

if (import.meta.webpackHot) {
  import.meta.webpackHot.accept('#area', () => {
    window.dispatchEvent(new CustomEvent(AREA_CHANGED, { detail: area }))
  })
}
