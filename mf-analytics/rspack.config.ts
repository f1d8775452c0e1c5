import { defineAreaBuild } from '@mms/build'

export default defineAreaBuild('analytics', { devPort: 5103 })
