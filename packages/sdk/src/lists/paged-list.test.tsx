import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectNotify } from '../notices/notify.ts'
import { areaKeys } from '../queries/query-client.ts'
import { events } from '../refetch/events.ts'
import { renderPage, signInAs } from '../test-support/render-page.tsx'
import { problem, type StubbedCall, stubApi } from '../test-support/stub-api.ts'
import { aDate, anId, anyText, type FiltersOf, oneOf, useFilterForm, useWayBack } from './list-address.ts'
import { usePagedList } from './paged-list.ts'

const rules = { search: anyText, kind: oneOf(['big', 'small']) }

function Things({ quiet = true }: { quiet?: boolean }) {
  const { address, ...list } = usePagedList<FiltersOf<typeof rules>, string>({
    key: areaKeys('things')('list'),
    path: '/api/things',
    filters: rules,
    pageSize: 2,
    events: ['medicines-changed'],
    failureText: 'Failed to fetch things',
    quiet,
  })
  const form = useFilterForm(address)
  const { pager } = list
  return (
    <form onSubmit={form.onSubmit}>
      <input aria-label="Search" {...form.typed('search')} />
      <p>{list.rows?.join(' ') ?? list.failure?.title ?? 'Loading'}</p>
      <p>{pager ? `${pager.from}–${pager.to} of ${pager.total}` : null}</p>
      <p>{`${address.filterCount} set`}</p>
      <button type="button" onClick={pager?.onNext}>
        Next
      </button>
      <button type="button" onClick={pager?.onPrevious}>
        Previous
      </button>
      <button type="button" onClick={form.clear}>
        Clear
      </button>
      <button type="submit">Filter</button>
    </form>
  )
}

beforeEach(() => signInAs('staff'))

const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

function page(rows: string[], next?: string): Response {
  const link = next && { link: `</api/things?limit=2&after=${next}>; rel="next"` }
  return Response.json(rows, { headers: { 'x-total-count': '5', ...link } })
}

const pages = ({ query }: StubbedCall) => {
  if (query.get('after') === 'c2') return page(['e'])
  return query.get('after') === 'c1' ? page(['c', 'd'], 'c2') : page(['a', 'b'], 'c1')
}

it('pages by the Link header, and asks with the filters of the address that it knows', async () => {
  const calls = stubApi({ 'GET /api/things': pages })
  const { location } = renderPage(<Things />, { at: '/things?kind=huge&search=%20x%20' })
  await screen.findByText('a b')
  expect(String(calls[0]?.query)).toBe('search=x&limit=2')
  screen.getByText('1 set')
  press('Next')
  await screen.findByText('c d')
  screen.getByText('3–4 of 5')
  expect(location()).toBe('/things?search=x&page=2&after=c1')
  press('Next')
  await screen.findByText('5–5 of 5')
  press('Previous')
  await screen.findByText('3–4 of 5')
  press('Clear')
  await screen.findByText('1–2 of 5')
  expect(location()).toBe('/things')
  // Fetched again after its events.
  const { length } = calls
  act(() => events.emit('medicines-changed', { medicineIds: [] }))
  await expect.poll(() => calls.length).toBe(length + 1)
})

it('never shows a number that is not of its rows, however often Next is pressed on a slow line', async () => {
  const slow = Promise.withResolvers<void>()
  stubApi({
    'GET /api/things': async (call) => {
      if (call.query.has('after')) await slow.promise
      return pages(call)
    },
  })
  const { location } = renderPage(<Things />, { at: '/things' })
  await screen.findByText('a b')
  press('Next')
  screen.getByText('1–2 of 5')
  press('Next')
  press('Next')
  slow.resolve()
  await screen.findByText('c d')
  screen.getByText('3–4 of 5')
  expect(location()).toBe('/things?page=2&after=c1')
})

it('goes to the first page from one that begins nowhere, and from one whose rows are gone', async () => {
  stubApi({
    'GET /api/things': (call) => {
      if (call.query.get('after') === 'nowhere') return problem(400, 'No cursor')
      return call.query.get('after') === 'gone' ? page([]) : pages(call)
    },
  })
  const { location, router } = renderPage(<Things />, { at: '/things?page=2&after=nowhere' })
  await screen.findByText('a b')
  expect(location()).toBe('/things')
  await act(() => router.navigate('/things?page=9&after=gone'))
  await screen.findByText('1–2 of 5')
  expect(location()).toBe('/things')
})

describe('rows that could not be fetched', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  /** Shows a list whose server answers `answer`, and counts what is told in passing. */
  async function show(answer: (call: StubbedCall) => unknown) {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const told = vi.fn()
    onTestFinished(connectNotify(told))
    stubApi({ 'GET /api/things': answer })
    renderPage(<Things quiet={false} />)
    await pass(0)
    return { told }
  }

  it('come back by themselves; the reason stands meanwhile, and is told once', async () => {
    const answer = vi.fn<(call: StubbedCall) => unknown>(() => problem(503, 'Away'))
    const { told } = await show(answer)
    screen.getByText('Failed to fetch things')
    await pass(120_000)
    screen.getByText('Failed to fetch things')
    expect(answer.mock.calls.length).toBeGreaterThan(2)
    expect(told).toHaveBeenCalledTimes(1)
    const back = Promise.withResolvers<Response>()
    answer.mockImplementation(() => back.promise)
    await pass(30_000)
    screen.getByText('Failed to fetch things')
    back.resolve(page(['a', 'b']))
    await pass(0)
    screen.getByText('a b')
    const { length } = answer.mock.calls
    await pass(120_000)
    expect(answer).toHaveBeenCalledTimes(length)
  })

  it('are not asked for again when the server refuses them', async () => {
    const answer = vi.fn(() => problem(403, 'Not allowed'))
    await show(answer)
    await pass(300_000)
    expect(answer).toHaveBeenCalledTimes(1)
  })
})

it('goes on to the first page with a row, where a filter found none on those before', async () => {
  const answers: Record<string, Response> = { '': page([], 'c1'), c1: page([], 'c2'), c2: page(['e']) }
  const calls = stubApi({ 'GET /api/things': ({ query }) => answers[query.get('after') ?? ''] })
  renderPage(<Things />, { at: '/?search=rare' })
  await screen.findByText('e')
  expect(calls.map(({ query }) => query.get('after'))).toEqual([null, 'c1', 'c2'])
  expect(calls.map(({ query }) => query.get('search'))).toEqual(['rare', 'rare', 'rare'])
})

it('reads from an address only what a list can be filtered by', () => {
  const dates = ['2026-02-28', '2026-02-30', '1899-12-31', 'soon']
  expect(dates.map(aDate)).toEqual(['2026-02-28', '', '', ''])
  const id = '0193A000-0000-7000-8000-000000000001'
  expect([anId(id), anId('1')]).toEqual([id.toLowerCase(), ''])
})

it('is found again by the form that was opened from it', async () => {
  const Back = () => {
    const { to, state } = useWayBack('/things')
    return <p>{`${to.pathname}${to.search} ${state.trail.length}`}</p>
  }
  const { router } = renderPage(<Back />)
  screen.getByText('/things 0')
  const list = { search: '?page=2&after=c1', trail: [''] }
  await act(() => router.navigate('/things/add', { state: { list } }))
  screen.getByText('/things?page=2&after=c1 1')
})
