import { type Catalogue, type CounterMedicine, columnsOf, medicinesOf } from '@mms/contracts'
import type { Found } from '@mms/medicine-search'
import { events } from '@mms/sdk'
import { fetchCatalogue } from './api.ts'
import { applyChanges, buildIndex, type CatalogueChanges, type CatalogueIndex } from './catalogue-index.ts'
import { storedCatalogue } from './stored-catalogue.ts'

/** Maximum age of stock figures on screen, in milliseconds. */
const REFRESH_MS = 30_000
const RETRY_MS = 3_000

export interface CatalogueState {
  status: 'loading' | 'ready' | 'failed'
  error: Error | null
  isBehind: boolean
  revision: number
}

type Message = { changes: CatalogueChanges } | { medicineId: string; stock: number }

const initial: CatalogueState = { status: 'loading', error: null, isBehind: false, revision: 0 }
let state = initial
let index: CatalogueIndex | null = null
let version: string | null = null
let users = 0
let stop: (() => void) | undefined
let loading: Promise<void> | null = null
let isStale = false
let opened = 0
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('mms-medicines')

export const catalogue = {
  state: () => state,
  find: (text: string, limit: number): Found<CounterMedicine> =>
    index?.find(text, limit) ?? { items: [], isSure: false, kind: 'nothing', total: 0, composed: [0, 0] },
  findBarcode: (code: string) => index?.findBarcode(code),
  get: (id: string) => index?.get(id),
  items: () => index?.items() ?? [],
  /** The server's stock figure holds until the next catalogue version. */
  setStock(medicineId: string, stock: number): void {
    putStock(medicineId, stock)
    otherTabs.postMessage({ medicineId, stock } satisfies Message)
  },
  refresh,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  use(): () => void {
    users += 1
    stop ??= start()
    return () => {
      users -= 1
      if (users > 0) return
      stop?.()
      stop = undefined
    }
  },
  /** Test hook: resets to a freshly opened page. */
  forget(): void {
    opened += 1
    index = null
    version = null
    state = initial
  },
}

function change(next: Partial<CatalogueState>): void {
  state = { ...state, ...next, revision: state.revision + 1 }
  for (const listener of [...listeners]) listener()
}

function start(): () => void {
  const ask = () => void refresh()
  const askIfSeen = () => {
    if (document.visibilityState !== 'hidden') ask()
  }
  const timer = setInterval(askIfSeen, REFRESH_MS)
  const retry = setInterval(() => state.status === 'failed' && ask(), RETRY_MS)
  const unfollow = events.on('medicines-changed', ask)
  const hear = ({ data }: MessageEvent<Message>) => {
    if ('changes' in data) follow(data.changes)
    else putStock(data.medicineId, data.stock)
  }
  otherTabs.addEventListener('message', hear)
  window.addEventListener('online', ask)
  document.addEventListener('visibilitychange', askIfSeen)
  ask()
  return () => {
    clearInterval(timer)
    clearInterval(retry)
    unfollow()
    otherTabs.removeEventListener('message', hear)
    window.removeEventListener('online', ask)
    document.removeEventListener('visibilitychange', askIfSeen)
  }
}

function refresh(): Promise<void> {
  isStale = true
  loading ??= refreshUntilFresh().finally(() => {
    loading = null
  })
  return loading
}

async function refreshUntilFresh(): Promise<void> {
  if (index === null && state.status === 'loading') await readKept()
  while (isStale) {
    isStale = false
    try {
      const asked = version
      const asking = opened
      const answer = await fetchCatalogue(asked)
      if (asking !== opened) isStale = true
      else if (answer) await receive(answer)
      if (state.isBehind) change({ isBehind: false })
    } catch (error) {
      // Search goes on in the catalogue that was loaded before. Without one, loading has failed.
      if (index === null) change({ status: 'failed', error: error as Error })
      else if (!state.isBehind) change({ isBehind: true })
    }
  }
}

async function readKept(): Promise<void> {
  const kept = await storedCatalogue.read()
  if (!kept) return
  const built = await buildIndex(medicinesOf(kept.columns))
  for (const changes of kept.changes) applyChanges(built, changes)
  show(built, kept.version)
}

async function receive(answer: Catalogue): Promise<void> {
  const { columns } = answer
  if (columns) {
    const asking = opened
    const built = await buildIndex(medicinesOf(columns))
    if (asking !== opened) return
    show(built, answer.version)
    void storedCatalogue.replace(answer.version, columns)
    return
  }
  const { medicines, deleted, sold, since = '' } = answer
  const changes: CatalogueChanges = {
    version: answer.version,
    since,
    medicines,
    deleted,
    ...(sold && { sold }),
  }
  if (!apply(changes)) isStale = true
  else {
    void storedCatalogue.append(changes, whole)
    otherTabs.postMessage({ changes } satisfies Message)
  }
}

function show(built: CatalogueIndex, builtVersion: string | null): void {
  index = built
  version = builtVersion
  change({ status: 'ready', error: null })
}

function apply(changes: CatalogueChanges): boolean {
  if (index === null || changes.since !== version) return false
  applyChanges(index, changes)
  version = changes.version
  change({ status: 'ready', error: null })
  return true
}

function follow(changes: CatalogueChanges): void {
  if (changes.version !== version && !apply(changes)) void refresh()
}

const whole = () => columnsOf(index?.items() ?? [])

function putStock(medicineId: string, currentStock: number): void {
  const known = index?.get(medicineId)
  if (!known) return
  index?.put({ ...known, currentStock })
  change({})
}
