import { useSyncExternalStore } from 'react'
import { ApiError } from './http/api-error.ts'
import { onNetworkFailure } from './http/network-failure.ts'
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
const returnListeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let stopListening = () => {}
/** Checks under way. */
let asking = 0

/** Whether the server answers: checked at load, every 30 seconds, and when a call or the browser says it does not. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

/** Asks the server now, and again every 30 seconds. */
export async function checkConnection(): Promise<void> {
  clearTimeout(timer)
  asking += 1
  const next = await askServer()
  asking -= 1
  if (listeners.size === 0) return
  clearTimeout(timer)
  timer = setTimeout(checkNow, INTERVAL_MS)
  if (next.status === connection.status && next.reason === connection.reason) return
  const isBack = connection.status === 'disconnected' && next.status === 'connected'
  connection = next
  for (const listener of listeners) listener()
  if (isBack) for (const listener of returnListeners) listener()
}

/** Calls `listener` when the server can be reached again. Returns the function that ends it. */
export function onConnectionBack(listener: () => void): () => void {
  returnListeners.add(listener)
  return () => returnListeners.delete(listener)
}

const checkNow = () => void checkConnection()

/** A call that found no server is reason to ask, unless it is one that asks. */
function suspect(): void {
  if (connection.status === 'connected' && asking === 0) checkNow()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    connection = { status: 'checking' }
    window.addEventListener('online', checkNow)
    window.addEventListener('offline', checkNow)
    stopListening = onNetworkFailure(suspect)
    void checkConnection()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    window.removeEventListener('online', checkNow)
    window.removeEventListener('offline', checkNow)
    stopListening()
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
