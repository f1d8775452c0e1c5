import { AsyncLocalStorage } from 'node:async_hooks'

export interface Actor {
  id: string
  name: string
  requestId?: string
  address?: string
}

const current = new AsyncLocalStorage<Actor>()

/** Runs `run` on behalf of a person, whose name every audit entry then carries. */
export const runAs = <R>(actor: Actor, run: () => R): R => current.run(actor, run)

/** Actor of the current request; undefined in reads, in requests of services and in jobs. */
export const currentActor = (): Actor | undefined => current.getStore()
