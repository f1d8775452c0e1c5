import type { AreaManifest } from '@mms/contracts'

/** An area as far as a note names it. */
export interface NotedArea {
  name: string
  baseUrl: string
  manifest: AreaManifest | null
}

/** Something that the page may report. */
export interface Note {
  kind: 'view' | 'error' | 'load' | 'rejection'
  /** Left out for the page itself, and where the stack of the error has to say which area it was. */
  area?: NotedArea | undefined
  error?: unknown
  pathname: string
}

const MAX_WAITING = 100
const waiting: Note[] = []
/** An error that fails a load is thrown once more where its part would be drawn. */
const noted = new WeakSet<object>()
let take: ((note: Note) => void) | undefined
let onProblem = () => {}

function add(note: Note): void {
  if (take) take(note)
  else if (waiting.length < MAX_WAITING) waiting.push(note)
  if (note.kind !== 'view') onProblem()
}

/** A part of an area is shown; without one, a page. */
export const noteView = (area?: NotedArea) => add({ kind: 'view', area, pathname: window.location.pathname })

/** `error` is left out for what takes too long. */
export function noteProblem(kind: Exclude<Note['kind'], 'view'>, error?: unknown, area?: NotedArea): void {
  if (typeof error === 'object' && error !== null) {
    if (noted.has(error)) return
    noted.add(error)
  }
  add({ kind, area, error, pathname: window.location.pathname })
}

/** From now on the error is noted no more, wherever else it is thrown. */
export const passOver = (error: unknown) => {
  if (typeof error === 'object' && error !== null) noted.add(error)
}

/** For React: an error that a boundary caught, which the boundary's own area has thrown. */
export function noteCaught(error: unknown, { errorBoundary }: { errorBoundary?: unknown }): void {
  console.error(error)
  const boundary = errorBoundary as { props?: { area?: NotedArea } } | undefined
  noteProblem('error', error, boundary?.props?.area)
}

/** Calls `listener` for what was noted until now, and then for each note. */
export function followNotes(listener: (note: Note) => void): void {
  take = listener
  for (const note of waiting.splice(0)) listener(note)
}

/** Calls `listener` when there is a problem. */
export function followProblems(listener: () => void): void {
  onProblem = listener
}
