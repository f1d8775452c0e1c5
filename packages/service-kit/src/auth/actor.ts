import { AsyncLocalStorage } from 'node:async_hooks'

/** Who asks for a change, in which request and from where. */
export interface Actor {
  id: string
  name: string
  requestId?: string
  /** As the gateway saw it. */
  address?: string
}

const current = new AsyncLocalStorage<Actor>()

/** Runs what a person asked for; whatever it puts on record is theirs, however deep and late. */
export const runAs = <R>(actor: Actor, run: () => R): R => current.run(actor, run)

/** Whose request is carried out now; undefined in reads, in requests of services and in jobs. */
export const currentActor = (): Actor | undefined => current.getStore()
