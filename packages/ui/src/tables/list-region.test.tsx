import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { DataTable } from './data-table.tsx'
import { ListRegion, type ListView } from './list-region.tsx'

type Row = { id: string }

const pages = { from: 1, to: 2, total: 2, onFirst: undefined, onPrevious: undefined, onNext: undefined }
const loading: ListView<Row> = {
  rows: undefined,
  after: '',
  stale: false,
  pager: undefined,
  failure: undefined,
  isFetching: true,
  retry: vi.fn(),
}
const loaded: ListView<Row> = {
  ...loading,
  rows: [{ id: 'Dolo' }, { id: 'Crocin' }],
  pager: pages,
  isFetching: false,
}

const listOf = (parts: Partial<ListView<Row>>) => (
  <UiProvider>
    <ListRegion label="medicines" list={{ ...loaded, ...parts }} empty={<p>No medicines</p>}>
      {(rows, stale) => (
        <DataTable
          caption="Medicines"
          rows={rows}
          rowKey={({ id }) => id}
          stale={stale}
          isHighlighted={({ id }) => id === 'Crocin'}
          columns={[{ header: 'Name', primary: true, cell: ({ id }) => <button type="button">{id}</button> }]}
        />
      )}
    </ListRegion>
  </UiProvider>
)
const region = () => screen.getByRole('region', { name: 'List of medicines' })

describe('a paged list', () => {
  it('is a skeleton until it is known, and then its rows', () => {
    const { rerender } = render(listOf(loading))
    screen.getByRole('status', { name: 'Loading medicines...' })
    expect(screen.queryByRole('table')).toBeNull()
    rerender(listOf({}))
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Dolo', 'Crocin'])
    screen.getByText('1–2 of 2')
  })

  it('says why it cannot be had, and tries again', () => {
    const retry = vi.fn()
    const failure = { title: 'Failed to fetch medicines', text: 'Unable to connect to the server.' }
    render(listOf({ ...loading, failure, isFetching: false, retry }))
    const card = screen.getByRole('alert')
    expect(card.textContent).toContain('Failed to fetch medicines')
    expect(card.textContent).toContain('Unable to connect to the server.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('keeps its rows when a later fetch fails', () => {
    render(listOf({ failure: { title: 'Failed', text: 'Later' } }))
    expect(screen.getAllByRole('rowheader')).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that it is empty, without numbers', () => {
    render(listOf({ rows: [], pager: { ...pages, from: 1, to: 0 } }))
    screen.getByText('No medicines')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('has no numbers where they say nothing: one page of an unknown total', () => {
    render(listOf({ pager: { ...pages, total: undefined } }))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('shows rows of the page before as busy, and marks those that want attention', () => {
    render(listOf({ stale: true }))
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-highlighted'))
    expect(marked.map(({ textContent }) => textContent)).toEqual(['Crocin'])
  })
})

describe('the focus', () => {
  it('goes to the top of another page, once its rows are there', () => {
    const { rerender } = render(listOf({ pager: { ...pages, onNext: vi.fn() } }))
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(listOf({ stale: true }))
    expect(document.activeElement).not.toBe(region())
    rerender(listOf({ rows: [{ id: 'Zincovit' }], after: 'c1' }))
    expect(document.activeElement).toBe(region())
  })

  it('stays where it is when the same page comes again', () => {
    const { rerender } = render(listOf({}))
    screen.getByRole('button', { name: 'Dolo' }).focus()
    rerender(listOf({ rows: [{ id: 'Dolo' }, { id: 'Zincovit' }] }))
    expect(document.activeElement?.textContent).toBe('Dolo')
  })

  it('goes to the list when the row that had it is gone', () => {
    const { rerender } = render(listOf({}))
    screen.getByRole('button', { name: 'Dolo' }).focus()
    rerender(listOf({ rows: [{ id: 'Crocin' }] }))
    expect(document.activeElement).toBe(region())
  })
})
