import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { describeVerification, verifyAudit } from '../audit/chain.ts'
import { readLinks } from '../audit/lines.ts'
import { migrate } from '../database/migrate.ts'
import { hasFeed, startNewEpoch } from '../feed/numbering.ts'
import type { Service, ServiceConfig, ServiceDefinition } from './definition.ts'

interface Command {
  db: Knex
  log: Logger
  args: string[]
}

type Definition = Pick<
  ServiceDefinition<ServiceConfig, Service>,
  'name' | 'version' | 'migrations' | 'restored'
>

const commands: Record<string, (definition: Definition, command: Command) => Promise<number>> = {
  /** Migrates the schema, for example as a job before a rollout. Refuses a database of a newer release. */
  async migrate({ version, migrations }, { db, log }) {
    await migrate(db, migrations, { log, version })
    return 0
  },

  /** Verifies the audit log; exit 1 if it is invalid. Arguments: log of security events, file with the newest hash. */
  async 'verify-audit'({ name, migrations }, { db, args: [securityEvents, note] }) {
    const say = (words: string) => process.stdout.write(`${name}: ${words}\n`)
    if (!migrations.some((each) => each.name.endsWith('_create_audit_log'))) {
      say('keeps no audit log')
      return 0
    }
    if (!(await db.schema.hasTable('audit_entries'))) {
      say('ALTERED: the table audit_entries is missing')
      return 1
    }
    const earlier =
      note !== undefined && existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
    const verify = () =>
      verifyAudit(db, securityEvents === undefined ? undefined : readLinks(securityEvents), earlier)
    let verification = await verify()
    if (verification.fault !== undefined) {
      // A running service may not have written its latest hash to the log yet.
      await delay(2_000)
      verification = await verify()
    }
    process.stdout.write(`${describeVerification(name, verification)}\n`)
    if (verification.fault !== undefined) return 1
    if (note !== undefined) writeFileSync(note, JSON.stringify(verification.newest), { mode: 0o600 })
    return 0
  },

  /** Prepares a restored database: migrates it, starts a new feed epoch and calls the definition's `restored`. */
  async restored({ name, version, migrations, restored }, { db, log }) {
    await migrate(db, migrations, { log, version })
    const isFollowed = await hasFeed(db)
    if (isFollowed) await startNewEpoch(db)
    await restored?.(db)
    process.stdout.write(
      isFollowed
        ? `${name}: new feed epoch. When the suite runs, the services that follow ${name} rebuild their copies.\n`
        : `${name}: publishes no feed, nothing to do.\n`,
    )
    return 0
  },
}

export function runCommand(word: string | undefined, definition: Definition, command: Command) {
  return word === undefined ? undefined : commands[word]?.(definition, command)
}
