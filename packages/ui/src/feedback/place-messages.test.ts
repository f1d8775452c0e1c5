import { beforeEach, expect, it, vi } from 'vitest'
import { placeMessages } from './place-messages.ts'

const EDGES = { side: 24, top: 80, bottom: 24 }
const BOX = { width: 384, height: 220 }

/** A window of 1440 × 900 with controls where their `data-at="left top width height"` says. */
function showPage(html: string): void {
  document.body.innerHTML = `${html}<section id="messages"></section>`
  vi.stubGlobal('innerWidth', 1_440)
  vi.stubGlobal('innerHeight', 900)
  for (const element of document.querySelectorAll<HTMLElement>('[data-at]')) {
    const [left = 0, top = 0, width = 0, height = 0] = (element.dataset.at ?? '').split(' ').map(Number)
    element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
  }
}

const place = () => placeMessages(document.getElementById('messages') as Element, document, BOX, EDGES)
const focus = (name: string) => document.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

beforeEach(() => vi.unstubAllGlobals())

it('stands in the usual corner where that hides nothing', () => {
  showPage('<input name="one" data-at="24 100 300 40">')
  expect(place()).toBe('bottom-end')
})

it('hides other controls rather than what has the focus', () => {
  const rows = ['700', '750', '800'].map((top) => `<button data-at="24 ${top} 60 30"></button>`).join('')
  showPage(`<input name="one" data-at="1200 800 200 40">
    <input name="two" data-at="1200 100 200 40"><input name="three" data-at="24 100 200 40">${rows}`)
  focus('one')
  expect(place()).toBe('top-end')
})

it('hides nothing of the form that is being filled, even where elsewhere more is hidden', () => {
  const filters = ['1100', '1200', '1300'].map((left) => `<input data-at="${left} 800 80 40">`).join('')
  const days = ['30', '120'].map((left) => `<button data-at="${left} 800 60 40"></button>`).join('')
  showPage(`<form><input name="medicine" data-at="50 220 500 40"><input name="price" data-at="1200 220 200 40"></form>
    ${filters}${days}`)
  focus('medicine')
  expect(place()).toBe('bottom-start')
})
