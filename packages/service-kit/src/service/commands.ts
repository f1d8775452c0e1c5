import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { describeVerification, verifyAudit } from '../audit/chain.ts'
import { readLinks } from '../audit/lines.ts'
import { migrate } from '../database/migrate.ts'
import { hasFeed, startNewEpoch } from '../feed/epoch.ts'
import type { Service, ServiceConfig, ServiceDefinition } from './definition.ts'

interface Command {
  db: Knex
  log: Logger
  /** What stands after its word. */
  args: string[]
}

type Definition = Pick<
  ServiceDefinition<ServiceConfig, Service>,
  'name' | 'version' | 'migrations' | 'restored'
>

/** Each is a word after the program; the process does that alone and ends with the exit code that is returned. */
const commands: Record<string, (definition: Definition, command: Command) => Promise<number>> = {
  /** Brings the schema up to date, e.g. as a job before a rollout; that of a newer release it refuses, as the service does. */
  async migrate({ version, migrations }, { db, log }) {
    await migrate(db, migrations, { log, version })
    return 0
  },

  /**
   * Walks the audit log and says what it found; 1 where a line does not fit. The file of its security events may follow: the
   * links that it names are compared.
   */
  async 'verify-audit'({ name }, { db, args: [securityEvents] }) {
    if (!(await db.schema.hasTable('audit_chain'))) {
      process.stdout.write(`${name}: keeps no audit log\n`)
      return 0
    }
    const noted = securityEvents === undefined ? undefined : readLinks(securityEvents)
    const verification = await verifyAudit(db, noted)
    process.stdout.write(`${describeVerification(name, verification)}\n`)
    return verification.fault === undefined ? 0 : 1
  },

  /**
   * Makes a database that was restored from a backup fit for a suite that knows later things: its schema is of this release,
   * its feed begins a new epoch, and the service does what `restored` of its definition says.
   */
  async restored({ name, version, migrations, restored }, { db, log }) {
    await migrate(db, migrations, { log, version })
    const isFollowed = await hasFeed(db)
    if (isFollowed) await startNewEpoch(db)
    await restored?.(db)
    process.stdout.write(
      isFollowed
        ? `The feed of ${name} begins a new epoch: once the suite runs, all who follow it rebuild what they know of it.\n`
        : `${name} publishes no feed: nobody has to be told.\n`,
    )
    return 0
  },
}

/** Runs the command of that word; undefined when there is none. */
export function runCommand(
  word: string | undefined,
  definition: Definition,
  command: Command,
): Promise<number> | undefined {
  return word === undefined ? undefined : commands[word]?.(definition, command)
}
