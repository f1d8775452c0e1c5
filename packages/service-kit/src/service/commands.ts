import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
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
   * Walks the audit log and says what it found; 1 where a line does not fit. The file of its security events may follow, whose
   * links are compared, and the file in which the newest link of a good walk is noted for the next one.
   */
  async 'verify-audit'({ name, migrations }, { db, args: [securityEvents, note] }) {
    const say = (words: string) => process.stdout.write(`${name}: ${words}\n`)
    if (!migrations.some((each) => each.name.endsWith('_create_audit_log'))) {
      say('keeps no audit log')
      return 0
    }
    if (!(await db.schema.hasTable('audit_entries'))) {
      say('NOT AS WRITTEN: the table audit_entries is gone')
      return 1
    }
    const earlier =
      note !== undefined && existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
    const verify = () =>
      verifyAudit(db, securityEvents === undefined ? undefined : readLinks(securityEvents), earlier)
    let verification = await verify()
    if (verification.fault !== undefined) {
      // Of a running service, what was chained a moment ago may be on its way to the file.
      await delay(2_000)
      verification = await verify()
    }
    process.stdout.write(`${describeVerification(name, verification)}\n`)
    if (verification.fault !== undefined) return 1
    if (note !== undefined) writeFileSync(note, JSON.stringify(verification.newest), { mode: 0o600 })
    return 0
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
