import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** What was begun and is not finished: a sign-in after its password, a factor that is being set up. Digests only. */
export const createFactorChallenges: Migration = {
  name: '20261123180300_create_factor_challenges',
  up: (db) =>
    createTableOnce(db, 'factor_challenges', (table) => {
      table.specificType('hash', 'char(43)').notNullable().primary()
      idColumn(table, 'user_id')
      table.string('purpose', 20).notNullable()
      table.bigInteger('token_version').notNullable()
      table.string('secret', 200).nullable()
      instantColumn(table, 'expires_at')
      table.index(['user_id'], 'factor_challenges_user_index')
      table.index(['expires_at'], 'factor_challenges_expires_index')
      table
        .foreign(['user_id'], 'factor_challenges_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
