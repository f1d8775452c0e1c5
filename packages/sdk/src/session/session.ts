import type { LoginResponse, Role } from '@mms/contracts'
import { create } from 'zustand'
import { readClaims } from './token.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  role: Role
}

export interface SessionState {
  token: string | null
  user: SessionUser | null
  /** Where the last session ended: here, by Logout, or elsewhere: in another tab, or at the server, which would not renew it. */
  endedBy: 'here' | 'elsewhere' | null
}

/** Where the specification keeps them. */
const TOKEN_KEY = 'token'
const USER_KEY = 'user'

const useStore = create<SessionState>(() => ({ ...readStored(), endedBy: null }))

/**
 * The signed-in person, in components. `const { user } = useSession()`, `const admin = useSession((s) => s.user?.role === 'admin')`
 */
export function useSession(): SessionState
export function useSession<T>(select: (state: SessionState) => T): T
export function useSession<T>(select?: (state: SessionState) => T) {
  return useStore(select ?? ((state) => state as T))
}

/** The session outside components. */
export const session = {
  get: useStore.getState,
  subscribe: useStore.subscribe,
  /** The token that all tabs share, which another tab may have renewed a moment ago. */
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
  /** Takes over what another tab has stored. */
  adopt(): void {
    const stored = readStored()
    if (stored.token === useStore.getState().token) return
    useStore.setState({ ...stored, endedBy: stored.token === null ? 'elsewhere' : null })
  },
}

function readStored(): { token: string | null; user: SessionUser | null } {
  const token = localStorage.getItem(TOKEN_KEY)
  const user = parseUser(localStorage.getItem(USER_KEY))
  return token && user && isOf(user, token) ? { token, user } : { token: null, user: null }
}

/** Another tab writes both, one after the other: between the two they may be of two people. */
function isOf({ id }: SessionUser, token: string): boolean {
  const { sub } = readClaims(token)
  return sub === undefined || sub === id
}

function parseUser(text: string | null): SessionUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as SessionUser | null
    return user && typeof user.id === 'string' && typeof user.role === 'string' ? user : null
  } catch {
    return null
  }
}
