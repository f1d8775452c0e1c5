import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * Renews token versions after a restore: verifiers remember revoked versions for an hour and would refuse new tokens of
 * older ones. Whatever depends on a version moves with it; sessions continue by their cookies.
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
