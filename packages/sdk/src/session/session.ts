import type { LoginResponse, Role } from '@mms/contracts'
import { create } from 'zustand'

export interface SessionUser {
  id: string
  name: string
  email: string
  role: Role
}

export interface SessionState {
  token: string | null
  user: SessionUser | null
  /** `here`: by Logout in this tab. `elsewhere`: in another tab, or because the server refused. */
  endedBy: 'here' | 'elsewhere' | null
}

/** Storage keys prescribed by the specification. */
const TOKEN_KEY = 'token'
const USER_KEY = 'user'

const useStore = create<SessionState>(() => ({ ...readStored(), endedBy: null }))

/** Returns the signed-in user's session, for components. */
export function useSession(): SessionState
export function useSession<T>(select: (state: SessionState) => T): T
export function useSession<T>(select?: (state: SessionState) => T) {
  return useStore(select ?? ((state) => state as T))
}

/** The session, for code outside components. */
export const session = {
  get: useStore.getState,
  subscribe: useStore.subscribe,
  /** Token in storage, which all tabs share. Another tab may have just renewed it. */
  storedToken: () => localStorage.getItem(TOKEN_KEY),
  start({ token, _id, name, email, role }: LoginResponse): void {
    const user: SessionUser = { id: _id, name, email, role }
    localStorage.setItem(USER_KEY, JSON.stringify(user))
    localStorage.setItem(TOKEN_KEY, token)
    useStore.setState({ token, user, endedBy: null })
  },
  end(endedBy: 'here' | 'elsewhere'): void {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(USER_KEY)
    useStore.setState({ token: null, user: null, endedBy })
  },
  adopt(): void {
    const stored = readStored()
    if (stored.token === useStore.getState().token) return
    useStore.setState({ ...stored, endedBy: stored.token === null ? 'elsewhere' : null })
  },
}

function readStored(): { token: string | null; user: SessionUser | null } {
  const token = localStorage.getItem(TOKEN_KEY)
  const user = parseUser(localStorage.getItem(USER_KEY))
  // Another tab writes them one after the other, so they may differ briefly.
  const { sub = user?.id } = readClaims(token ?? '')
  return token && user && sub === user.id ? { token, user } : { token: null, user: null }
}

function parseUser(text: string | null): SessionUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as SessionUser | null
    return user && typeof user.id === 'string' && typeof user.role === 'string' ? user : null
  } catch {
    return null
  }
}

interface TokenClaims {
  /** Seconds since 1970. */
  iat?: unknown
  exp?: unknown
  sub?: unknown
  mustChangePassword?: unknown
}

/** Reads the claims of an access token. Returns an empty object for any other text. */
export function readClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** True if the user must choose a new password before anything else. */
export const hasToChangePassword = (token: string | null): boolean =>
  token !== null && readClaims(token).mustChangePassword === true
