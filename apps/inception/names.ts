export const NAMESPACE = 'inception';
/** By this name clients ask for the model. */
export const MODEL_NAME = 'inception';
/** The port of the article, and of TensorFlow Serving in its time. */
export const GRPC_PORT = 9000;
/** By this name clients find today's server. */
export const HOST = 'inception.acme.com';
