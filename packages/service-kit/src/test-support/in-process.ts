import { testMode } from './app.ts'

testMode.inProcess = true
