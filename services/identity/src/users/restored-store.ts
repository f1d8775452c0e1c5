import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * Versions of tokens of now, for a database that was restored from a backup: verifiers remember for an hour the versions that
 * ended after it, and would refuse new tokens of the older ones. What goes by a user's version goes on with it; sessions do by
 * their cookies.
 */
export async function renewTokenVersions(db: Knex): Promise<void> {
  const version = Date.now()
  await inTransaction(db, async (trx) => {
    for (const table of ['device_pins', 'factor_challenges']) {
      const current = trx('users')
        .whereRaw('users.id = ??.user_id and users.token_version = ??.token_version', [table, table])
        .select('id')
      await trx(table).whereExists(current).update({ token_version: version })
    }
    await trx('users').where('token_version', '<', version).update({ token_version: version })
  })
}
