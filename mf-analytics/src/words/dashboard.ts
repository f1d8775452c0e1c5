export const seasonAndClimate = (season: string, climate: string) => `${season}, ${climate} climate`
export const recommendations = 'Seasonal & Climate Recommendations'
export const currentConditions = (when: string, shown: string) =>
  `Current season and climate: ${when}${shown}`
export const viewClimateAnalysis = 'View detailed climate analysis'
export const multipliedDemand = (multiplier: string) => `${multiplier} demand`
export const currentStock = (count: string) => `Current stock: ${count} units`
export const restockRecommended = '(Restock Recommended)'
export const monthRange = (first: string, last: string) => `${first} to ${last}`
export const predictionNotLoaded = 'Demand Prediction could not be loaded'
export const loadingPrediction = 'Loading the prediction...'
export const demandPrediction = 'Demand Prediction'
export const calculatingForecast = 'Calculating the forecast…'
export const averageMonth = '1.0 is an average month'
export const demandPredictionChart = 'Demand Prediction: predicted demand multiplier by month'
export const predictedDemandMultiplier = 'Predicted demand multiplier'
export const actualDemand = 'Actual demand'
export const forecastFromSales = 'Forecast from sales'
