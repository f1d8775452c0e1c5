import { basename } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import type { Link } from './folder.ts'
import type { BackupTarget } from './target.ts'

/** The whole backup that leads to `last`, and the increments between, in their order. Throws when one is not there. */
function pathTo(last: Link, links: readonly Link[]): Link[] {
  const byDigest = new Map(links.map((link) => [link.digest, link]))
  const path = [last]
  for (let link = last; link.header.after; ) {
    const before = byDigest.get(link.header.after.link)
    if (!before) {
      throw new StartupError(
        `The chain is broken: the backup that ${basename(link.address)} follows is missing, or its first bytes were changed.`,
      )
    }
    path.unshift(before)
    link = before
  }
  return path
}

/** A whole backup that is nearer to a moment than the one that was named. */
function assertNearest(named: Link, links: readonly Link[], until: string): void {
  const nearer = links.findLast(
    ({ header: { after, at, installation } }) =>
      !after && installation === named.header.installation && at > named.header.at && at <= until,
  )
  if (!nearer) return
  throw new StartupError(`${nearer.address} is nearer to ${until}: restore that one.`)
}

/**
 * What has to be read for a backup, the whole one first: it alone, or for an increment all between too. With `until`, an instant, all increments
 * of the same chain that were made before it. Throws a sentence when the chain is broken, wherever that is.
 */
export async function chainOf(target: BackupTarget, address: string, until?: string): Promise<Link[]> {
  const named = await target.link(address)
  const { after, at } = named.header
  if (!after && until === undefined) return [named]
  const links = await target.links()
  if (until === undefined) return pathTo(named, links)
  if (at > until)
    throw new StartupError(`The backup ${address} is of ${at}: restore one from before ${until}.`)
  assertNearest(named, links, until)
  const whole = after?.whole ?? named.digest
  const newest = links.findLast(({ header }) => header.after?.whole === whole) ?? named
  const path = pathTo(newest, links)
  const later = path.findIndex(({ header }) => header.at > until)
  return later < 0 ? path : path.slice(0, later)
}

/** Removes all whole backups of an installation but the newest `count`, each with its increments, the newest of them first. */
export async function removeOld(
  target: BackupTarget,
  installation: string,
  count: number,
): Promise<string[]> {
  const links = (await target.links()).filter(({ header }) => header.installation === installation)
  const kept = new Set(
    links
      .filter(({ header }) => !header.after)
      .slice(-count)
      .map(({ digest }) => digest),
  )
  const old = links.filter(({ digest, header }) => !kept.has(header.after?.whole ?? digest))
  for (const { address } of old.toReversed()) await target.remove(address)
  return old.filter(({ header }) => !header.after).map(({ address }) => address)
}
