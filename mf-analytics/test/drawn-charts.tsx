import { screen } from '@testing-library/react'
import { expect } from 'vitest'

type Point = number | null | { x: string; y: number | [number, number] | null }
type Series = readonly number[] | readonly { name: string; data: Point[] }[]

/** In place of the drawing library, which needs a real browser: writes down what it is given to draw. */
export const drawing = {
  default: ({ series }: { series: Series }) => <output data-drawn={JSON.stringify(series)} />,
}

/** What a chart draws, by name of the series, as its table shows it; what leaves a gap is a dash. */
export async function drawnIn(chart: string | RegExp, format: (value: number) => string) {
  const image = await screen.findByRole('img', { name: chart })
  await expect.poll(() => image.querySelector('[data-drawn]')).not.toBeNull()
  const series: Series = JSON.parse(image.querySelector<HTMLElement>('[data-drawn]')?.dataset.drawn ?? '[]')
  const text = (point: Point): string => {
    const y = point !== null && typeof point === 'object' ? point.y : point
    if (y === null) return '-'
    return typeof y === 'number' ? format(y) : y.map(format).join(' – ')
  }
  const named = series.map((each) => (typeof each === 'number' ? null : [each.name, each.data.map(text)]))
  return named.includes(null) ? (series as number[]).map(format) : Object.fromEntries(named as never)
}

/** The figures of the table beside a chart, by column. */
export function tabledIn(chart: string | RegExp): Record<string, string[]> {
  const table = screen.getByRole<HTMLTableElement>('table', { name: chart })
  const [head, ...rows] = [...table.rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent))
  return Object.fromEntries(
    (head ?? []).slice(1).map((name, column) => [name, rows.map((cells) => cells[column + 1] ?? '')]),
  )
}
