import { render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { Chart } from './chart.tsx'
import { inertText, labelLines } from './label-lines.ts'

vi.mock('./apex-chart.tsx', () => ({ ApexChart: () => null }))

const rows = () =>
  within(screen.getByRole('table', { name: 'Demand', hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('has its figures as a table, the expected range with its limits, and a dash where nothing is known', () => {
  const figures = {
    categories: ['Nov', 'Dec'],
    series: [{ name: 'Sold', data: [123456, 7] }],
    bands: [{ name: 'Expected', low: [Number.NaN, 100000], high: [Number.NaN, 150000] }],
  }
  render(<Chart kind="line" label="Demand" {...figures} />, { wrapper: UiProvider })
  screen.getByRole('img', { name: 'Demand' })
  expect(rows()).toEqual([
    ['Name', 'Sold', 'Expected'],
    ['Nov', '1,23,456', '-'],
    ['Dec', '7', '1,00,000 – 1,50,000'],
  ])
})

/** What a browser makes of the text in `innerHTML`, as the library's legend and tooltip use it. */
function asMarkup(text: string): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = text
  return host
}

describe('inertText', () => {
  it.each([
    ...['<img src=x onerror=alert(1)>', '<!-- x --><svg/onload=alert(1)>', '<<b>>', '<?xml?>'],
    ...['</div><script>alert(1)</script>', '&lt;img src=x onerror=alert(1)&gt;', '&#60;b&#62;'],
  ])('makes no element of %s, parsed once or twice, and shows it as it was written', (text) => {
    const host = asMarkup(inertText(text))
    expect(host.childNodes).toHaveLength(1)
    expect(host.firstChild?.nodeType).toBe(Node.TEXT_NODE)
    expect(host.textContent?.replaceAll('\u2060', '')).toBe(text)
    expect(asMarkup(host.textContent ?? '').children).toHaveLength(0)
  })

  it('cannot end an attribute', () => {
    const text = inertText(`" onclick="alert(1)' onclick='alert(2)\` x`)
    const host = asMarkup(`<i a="${text}" b='${text}'></i>`)
    expect(host.firstElementChild?.getAttributeNames()).toEqual(['a', 'b'])
  })
})

it('breaks a name between words, and leaves a short one in one line', () => {
  const lines = labelLines(['Vitamins', 'Calcium Carbonate 1250 mg tablets'], 20)
  expect(lines).toEqual(['Vitamins', ['Calcium Carbonate', '1250 mg tablets']])
})

it('takes the middle out of a name of many lines, and never makes two look the same', () => {
  const long = (middle: string, end: string) => `one two three four ${middle} six seven ${end}`
  expect(labelLines([long('five', 'eight')], 9)).toEqual([['one two', 'three', '… eight']])
  const [first, second] = labelLines([long('five', 'eight'), long('FIVE', 'eight')], 9)
  expect([first].flat().join(' ')).toBe(long('five', 'eight'))
  expect([second].flat().join(' ')).toBe(long('FIVE', 'eight'))
})
