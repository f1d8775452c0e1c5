import { sdkVersion } from '@mms/sdk/host'
import { version as uiVersion } from '@mms/ui/package.json'

/** What this page supplies to areas. */
export const presentVersions = { sdk: sdkVersion, ui: uiVersion }
