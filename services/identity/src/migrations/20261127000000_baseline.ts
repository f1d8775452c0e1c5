import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * `email` is lower case, so that comparing bytes is enough. `token_version` is the instant (ms since 1970) at which the
 * user's access tokens were last revoked. `must_change_password`: another user set the password. `locks` makes row
 * locks visible to other cluster nodes.
 */
const createUsers = (db: Knex) =>
  createTableOnce(db, 'users', (table) => {
    idColumn(table).primary()
    table.string('email', 254).notNullable()
    table.string('name', 120).notNullable()
    table.string('role', 20).notNullable()
    table.boolean('disabled').notNullable()
    table.string('password_hash', 200).notNullable()
    table.bigInteger('token_version').notNullable().defaultTo(0)
    table.boolean('must_change_password').notNullable().defaultTo(false)
    lockColumn(table)
    instantColumn(table, 'created_at')
    table.unique(['email'], { indexName: 'users_email_unique' })
  })

/**
 * A sign-in on one device: the family of its refresh tokens, revoked by deletion. `proven_at`: last time the password
 * was typed (null: at sign-in). `used_at`: last renewal. `by_provider`: started by single sign-on.
 */
const createSessions = (db: Knex) =>
  createTableOnce(db, 'sessions', (table) => {
    idColumn(table).primary()
    idColumn(table, 'user_id')
    instantColumn(table, 'created_at')
    instantColumn(table, 'ends_at')
    instantColumn(table, 'expires_at')
    table.datetime('proven_at', { precision: 3 }).nullable()
    table.string('user_agent', 255).nullable()
    table.datetime('used_at', { precision: 3 }).nullable()
    table.boolean('by_provider').nullable()
    table.index(['user_id'], 'sessions_user_index')
    table.index(['expires_at'], 'sessions_expires_index')
    table
      .foreign(['user_id'], 'sessions_user_foreign')
      .references(['id'])
      .inTable('users')
      .onDelete('CASCADE')
  })

/** Unexpired tokens of a family, used ones too: a second use reveals a theft. */
const createRefreshTokens = (db: Knex) =>
  createTableOnce(db, 'refresh_tokens', (table) => {
    table.specificType('hash', 'char(43)').notNullable().primary()
    idColumn(table, 'session_id')
    instantColumn(table, 'expires_at')
    table.datetime('used_at', { precision: 3 }).nullable()
    table.specificType('successor_salt', 'char(43)').nullable()
    table.index(['session_id'], 'refresh_tokens_session_index')
    table.index(['expires_at'], 'refresh_tokens_expires_index')
    table
      .foreign(['session_id'], 'refresh_tokens_session_foreign')
      .references(['id'])
      .inTable('sessions')
      .onDelete('CASCADE')
  })

/** One row per account or address with recent tries; `busy_until` is in ms since 1970. */
const createThrottleBuckets = (db: Knex) =>
  createTableOnce(db, 'throttle_buckets', (table) => {
    table.specificType('bucket', 'char(43)').notNullable().primary()
    table.bigInteger('busy_until').notNullable()
    table.index(['busy_until'], 'throttle_buckets_busy_index')
  })

/** Networks and devices from which each account has signed in before. */
const createFamiliarNetworks = (db: Knex) =>
  createTableOnce(db, 'familiar_networks', (table) => {
    table.specificType('account', 'char(43)').notNullable()
    table.specificType('network', 'char(43)').notNullable()
    instantColumn(table, 'seen_at')
    table.primary(['account', 'network'], 'familiar_networks_primary')
    table.index(['seen_at'], 'familiar_networks_seen_index')
    table.index(['network'], 'familiar_networks_network_index')
  })

/** `secret` is sealed; `used_step` is the time step of the last valid code, so that none works twice. */
const createAuthenticatorApps = (db: Knex) =>
  createTableOnce(db, 'authenticator_apps', (table) => {
    idColumn(table, 'user_id').primary()
    table.string('secret', 200).notNullable()
    table.bigInteger('used_step').notNullable()
    table.integer('wrong_codes').notNullable()
    instantColumn(table, 'created_at')
    table
      .foreign(['user_id'], 'authenticator_apps_user_foreign')
      .references(['id'])
      .inTable('users')
      .onDelete('CASCADE')
  })

/** A hash is unique instead of the credential id, whose 1,023 bytes exceed an index. */
const createPasskeys = (db: Knex) =>
  createTableOnce(db, 'passkeys', (table) => {
    idColumn(table).primary()
    idColumn(table, 'user_id')
    table.specificType('credential_hash', 'char(43)').notNullable()
    table.text('credential').notNullable()
    table.text('public_key').notNullable()
    table.bigInteger('counter').notNullable()
    table.string('transports', 200).notNullable()
    table.string('name', 60).notNullable()
    instantColumn(table, 'created_at')
    table.datetime('used_at', { precision: 3 }).nullable()
    table.unique(['credential_hash'], { indexName: 'passkeys_credential_unique' })
    table.index(['user_id'], 'passkeys_user_index')
    table
      .foreign(['user_id'], 'passkeys_user_foreign')
      .references(['id'])
      .inTable('users')
      .onDelete('CASCADE')
  })

/** Unused codes: the first two characters find one, the rest is hashed like a password. */
const createRecoveryCodes = (db: Knex) =>
  createTableOnce(db, 'recovery_codes', (table) => {
    idColumn(table, 'user_id')
    table.specificType('selector', 'char(2)').notNullable()
    table.string('hash', 200).notNullable()
    table.primary(['user_id', 'selector'], 'recovery_codes_primary')
    table
      .foreign(['user_id'], 'recovery_codes_user_foreign')
      .references(['id'])
      .inTable('users')
      .onDelete('CASCADE')
  })

/** Unfinished sign-ins and factor set-ups, as digests only. */
const createFactorChallenges = (db: Knex) =>
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
  })

const createSignInSettings = (db: Knex) =>
  createTableOnce(db, 'sign_in_settings', (table) => {
    table.string('name', 60).primary()
    table.boolean('is_on').notNullable()
  })

/** Users by provider account. The key is a digest, because the provider's names are case-sensitive. */
const createProviderAccounts = (db: Knex) =>
  createTableOnce(db, 'provider_accounts', (table) => {
    table.string('account_key', 64).primary()
    idColumn(table, 'user_id')
    instantColumn(table, 'created_at')
  })

/**
 * PINs by digest of the device cookie. A PIN is valid while its version equals the user's, and accepts no try until
 * `paused_until`.
 */
const createDevicePins = (db: Knex) =>
  createTableOnce(db, 'device_pins', (table) => {
    table.specificType('device', 'char(43)').notNullable()
    idColumn(table, 'user_id')
    table.string('pin_hash', 120).notNullable()
    table.bigInteger('token_version').notNullable()
    table.integer('tries').notNullable()
    instantColumn(table, 'used_at')
    table.datetime('paused_until', { precision: 3 }).nullable()
    table.primary(['device', 'user_id'], 'device_pins_primary')
    table.index(['user_id'], 'device_pins_user_index')
    table.index(['used_at'], 'device_pins_used_index')
    table
      .foreign(['user_id'], 'device_pins_user_foreign')
      .references(['id'])
      .inTable('users')
      .onDelete('CASCADE')
  })

/** The schema of 0.3.0, the first installed release. */
export const baseline: Migration = {
  name: '20261127000000_baseline',
  async up(db) {
    await createUsers(db)
    await createSessions(db)
    await createRefreshTokens(db)
    await createThrottleBuckets(db)
    await createFamiliarNetworks(db)
    await createAuthenticatorApps(db)
    await createPasskeys(db)
    await createRecoveryCodes(db)
    await createFactorChallenges(db)
    await createSignInSettings(db)
    await createProviderAccounts(db)
    await createDevicePins(db)
  },
}
