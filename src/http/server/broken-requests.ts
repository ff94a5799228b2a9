import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, writeErrorBody } from '../responses/errors.ts';
import { buildStandingHeaders } from '../responses/headers.ts';
import { mayAnswerOutOfTurn } from './connections.ts';
import type { Fallbacks } from './fallbacks.ts';
import { getRequestId } from './request-id.ts';

const BROKEN_REQUESTS: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: new ApiError('headers_too_large', 'the request header fields are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('request_timeout', 'the request did not arrive in time'),
};
const UNREADABLE = new ApiError('validation_failed', 'the request is not well-formed HTTP');

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
};

/**
 * Responds to a request that Node's parser rejected. There is no request object, so the response is written to the
 * socket.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswerOutOfTurn(socket)) {
    socket.destroy();
    return;
  }
  writeFailure(socket, BROKEN_REQUESTS[error.code ?? ''] ?? UNREADABLE);
}

/** Responds to requests that Node would otherwise answer itself, without a body. */
export function answerOddRequests(server: Server, fallbacks: Fallbacks): void {
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    writeFailure(socket, new ApiError('expectation_failed', 'Expect must be 100-continue, or absent'));
  });
  // Node passes only the socket of a CONNECT request, without a response object.
  server.on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    writeFailure(socket, fallbacks.buildFailure('CONNECT', url));
  });
}

/** Writes a failure and closes the connection. */
function writeFailure(socket: Duplex, failure: ApiError): void {
  const requestId = getRequestId({ headers: {} });
  const body = writeErrorBody(failure, requestId);
  const fields = { ...buildStandingHeaders(false).public, ...failure.headers };
  const lines = [
    `HTTP/1.1 ${failure.statusCode} ${REASONS[failure.statusCode]}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
