import { useSyncExternalStore } from 'react'
import { ApiError } from './http/api-error.ts'
import { request } from './http/request.ts'

export interface Connection {
  status: 'checking' | 'connected' | 'disconnected'
  /** Why it is disconnected, in words for people. */
  reason?: string
}

const INTERVAL_MS = 30_000
const TIMEOUT_MS = 10_000

let connection: Connection = { status: 'checking' }
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether the server answers, checked at load and every 30 seconds. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

/** Asks the server now, and again every 30 seconds. */
export async function checkConnection(): Promise<void> {
  clearTimeout(timer)
  const next = await askServer()
  if (listeners.size === 0) return
  clearTimeout(timer)
  timer = setTimeout(checkNow, INTERVAL_MS)
  if (next.status === connection.status && next.reason === connection.reason) return
  connection = next
  for (const listener of listeners) listener()
}

const checkNow = () => void checkConnection()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    connection = { status: 'checking' }
    window.addEventListener('online', checkNow)
    void checkConnection()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    window.removeEventListener('online', checkNow)
  }
}

async function askServer(): Promise<Connection> {
  try {
    await request('GET', '/api/test', { timeout: TIMEOUT_MS })
    return { status: 'connected' }
  } catch (error) {
    return { status: 'disconnected', reason: reasonOf(error) }
  }
}

/** The specification's texts (§8). */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network') {
    return 'Network error. Backend server may not be running.'
  }
  return (error instanceof Error && error.message) || 'Unknown error'
}
