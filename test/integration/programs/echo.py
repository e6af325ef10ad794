"""Answers at two ports for each name in its arguments, HTTP and gRPC, with that name."""

import sys
import threading
from concurrent import futures
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import grpc

HTTP, GRPC = 20000, 21000


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.server.text)))
        self.end_headers()
        self.wfile.write(self.server.text)

    def log_message(self, *_):
        pass


class Service(grpc.GenericRpcHandler):
    def __init__(self, text):
        self.text = text

    def service(self, _):
        return grpc.unary_unary_rpc_method_handler(lambda request, context: self.text)


def serve(number, text):
    server = ThreadingHTTPServer(("", HTTP + number), Handler)
    server.text = text
    threading.Thread(target=server.serve_forever, daemon=True).start()
    calls = grpc.server(futures.ThreadPoolExecutor(2), handlers=[Service(text)])
    calls.add_insecure_port(f"[::]:{GRPC + number}")
    calls.start()
    return calls


running = [serve(number, name.encode()) for number, name in enumerate(sys.argv[1:])]
print("answers", flush=True)
threading.Event().wait()
