export const NAMESPACE = 'insightface';
/** The name of the image without registry and tag. */
export const IMAGE = 'insightface';
