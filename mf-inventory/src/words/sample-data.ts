export const failedLoadSampleData = 'Failed to load sample data'
export const loaded = (count: number) => `Successfully loaded ${count} sample medicines!`
export const loadingSampleData = 'Loading sample data...'
export const loadSampleData = 'Load Sample Data'
export const requestFailed = (message: string) => `Request failed: ${message}`
export const error = (serverMessage: string) => `Error: ${serverMessage}`
export const noResponse = 'No response received from server. Please check your connection.'
