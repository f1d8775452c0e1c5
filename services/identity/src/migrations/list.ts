import { auditMigrations, feedMigrations, type Migration } from '@mms/service-kit'
import { createUsers } from './20261120090000_create_users.ts'
import { createSessions } from './20261120090100_create_sessions.ts'
import { createRefreshTokens } from './20261120090200_create_refresh_tokens.ts'
import { createThrottleBuckets } from './20261120090300_create_throttle_buckets.ts'
import { createFamiliarNetworks } from './20261120090400_create_familiar_networks.ts'
import { addTokenVersion } from './20261121151000_add_token_version_to_users.ts'
import { addFamiliarNetworksByNetwork } from './20261122030000_add_familiar_networks_by_network.ts'
import { createAuthenticatorApps } from './20261123180000_create_authenticator_apps.ts'
import { createPasskeys } from './20261123180100_create_passkeys.ts'
import { createRecoveryCodes } from './20261123180200_create_recovery_codes.ts'
import { createFactorChallenges } from './20261123180300_create_factor_challenges.ts'
import { createSignInSettings } from './20261123180400_create_sign_in_settings.ts'
import { addMustChangePassword } from './20261123181000_add_must_change_password_to_users.ts'
import { addProvenAt } from './20261123181100_add_proven_at_to_sessions.ts'
import { createProviderAccounts } from './20261123184000_create_provider_accounts.ts'
import { addUserAgent } from './20261123190400_add_user_agent_to_sessions.ts'
import { addUsedAt } from './20261123190500_add_used_at_to_sessions.ts'
import { createDevicePins } from './20261123220000_create_device_pins.ts'
import { addPinsAllowed } from './20261123220100_add_pins_allowed_to_sign_in_settings.ts'
import { addByProvider } from './20261123222000_add_by_provider_to_sessions.ts'
import { addLocksToUsers } from './20261125140000_add_locks_to_users.ts'
import { addPausedUntil } from './20261126230000_add_paused_until_to_device_pins.ts'

export const migrations: Migration[] = [
  createUsers,
  createSessions,
  createRefreshTokens,
  createThrottleBuckets,
  createFamiliarNetworks,
  addTokenVersion,
  ...feedMigrations('20261121151100'),
  addFamiliarNetworksByNetwork,
  createAuthenticatorApps,
  createPasskeys,
  createRecoveryCodes,
  createFactorChallenges,
  createSignInSettings,
  ...auditMigrations('20261123190000'),
  addMustChangePassword,
  addProvenAt,
  createProviderAccounts,
  addUserAgent,
  addUsedAt,
  createDevicePins,
  addPinsAllowed,
  addByProvider,
  addLocksToUsers,
  addPausedUntil,
]
