import type { AreaManifest } from '@mms/contracts'

export interface NotedArea {
  name: string
  baseUrl: string
  manifest: AreaManifest | null
}

export interface Note {
  kind: 'view' | 'error' | 'load' | 'rejection'
  area?: NotedArea | undefined
  error?: unknown
  pathname: string
}

const MAX_WAITING = 100
const waiting: Note[] = []
/** Do not count an error twice: React throws a failed load again where it renders. */
const noted = new WeakSet<object>()
let take: ((note: Note) => void) | undefined
let onProblem = () => {}

function add(note: Note): void {
  if (take) take(note)
  else if (waiting.length < MAX_WAITING) waiting.push(note)
  if (note.kind !== 'view') onProblem()
}

export const noteView = (area?: NotedArea) => add({ kind: 'view', area, pathname: window.location.pathname })

export function noteProblem(kind: Exclude<Note['kind'], 'view'>, error?: unknown, area?: NotedArea): void {
  if (typeof error === 'object' && error !== null) {
    if (noted.has(error)) return
    noted.add(error)
  }
  add({ kind, area, error, pathname: window.location.pathname })
}

export const ignoreProblem = (error: unknown) => {
  if (typeof error === 'object' && error !== null) noted.add(error)
}

/** For React's `onCaughtError`: reports errors caught by the boundary of an area. */
export function noteCaughtError(error: unknown, { errorBoundary }: { errorBoundary?: unknown }): void {
  console.error(error)
  const boundary = errorBoundary as { props?: { area?: NotedArea } } | undefined
  noteProblem('error', error, boundary?.props?.area)
}

export function followNotes(listener: (note: Note) => void): void {
  take = listener
  for (const note of waiting.splice(0)) listener(note)
}

export function followProblems(listener: () => void): void {
  onProblem = listener
}
