import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'
import { ApiError } from './api-error.ts'
import { onNetworkFailure, request } from './request.ts'

export interface Connection {
  status: 'checking' | 'connected' | 'disconnected'
  reason?: string
}

const INTERVAL_MS = 30_000
const TIMEOUT_MS = 10_000

const connection = createStore<Connection>(() => ({ status: 'checking' }))
let watchers = 0
let timer: ReturnType<typeof setTimeout> | undefined
let watching = new AbortController()
let checksUnderWay = 0

/** Returns the connection state. It is checked at load, every 30 seconds and after a failed call. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, connection.getState)
}

export const isConnected = (): boolean => connection.getState().status === 'connected'

/** Calls `listener` when the server is reachable again. Returns a function to unsubscribe. */
export function onConnectionBack(listener: () => void): () => void {
  return connection.subscribe((now, before) => {
    if (before.status === 'disconnected' && now.status === 'connected') listener()
  })
}

async function check(): Promise<void> {
  clearTimeout(timer)
  checksUnderWay += 1
  const next = await askServer()
  checksUnderWay -= 1
  if (watchers === 0) return
  clearTimeout(timer)
  timer = setTimeout(checkNow, INTERVAL_MS)
  const { status, reason } = connection.getState()
  if (next.status !== status || next.reason !== reason) connection.setState(next, true)
}

const checkNow = () => void check()

function watch(listener: () => void): () => void {
  watchers += 1
  if (watchers === 1) start()
  const unsubscribe = connection.subscribe(listener)
  return () => {
    unsubscribe()
    watchers -= 1
    if (watchers > 0) return
    clearTimeout(timer)
    watching.abort()
  }
}

function start(): void {
  watching = new AbortController()
  const { signal } = watching
  connection.setState({ status: 'checking' }, true)
  window.addEventListener('online', checkNow, { signal })
  window.addEventListener('offline', checkNow, { signal })
  onNetworkFailure(() => {
    if (connection.getState().status === 'connected' && checksUnderWay === 0) checkNow()
  }, signal)
  checkNow()
}

async function askServer(): Promise<Connection> {
  try {
    await request('GET', '/api/test', { timeout: TIMEOUT_MS })
    return { status: 'connected' }
  } catch (error) {
    return { status: 'disconnected', reason: reasonOf(error) }
  }
}

/** Texts prescribed by the specification (§8). */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network') {
    return 'Network error. Backend server may not be running.'
  }
  return (error instanceof Error && error.message) || 'Unknown error'
}
