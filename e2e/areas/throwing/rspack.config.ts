import { defineAreaBuild } from '@mms/build'

export default defineAreaBuild('inventory', { devPort: 5199, folder: import.meta.dirname })
