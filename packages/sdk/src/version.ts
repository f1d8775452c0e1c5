import { version } from '../package.json'

/** Version of the sdk on this page, which areas' `requires.sdk` is compared with. */
export const sdkVersion: string = version
